import type { GenerateOptions } from './generate-options.js';

/** An entry of a configuration: the options of one spec. */
export type ConfigEntry = Omit<GenerateOptions, 'spec' | 'check'> & { spec: string };

/** What a configuration file holds: one spec, or several with shared defaults beside them. */
export type Config = { $schema?: string } & (
  | ConfigEntry
  | (Omit<ConfigEntry, 'spec'> & { specs: readonly ConfigEntry[]; spec?: undefined })
);

/** Gives a configuration file its types: `export default defineConfig({ spec: 'openapi.yaml', out: 'tools' })`. */
export function defineConfig(config: Config): Config {
  return config;
}
