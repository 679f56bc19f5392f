import type { EmitInput } from '../emit-input.js';
import type { GeneratedFile } from '../generated-file.js';
import { RUNTIME_BANNER } from '../source/banner.js';
import { AJV_LOADER, PLUGINS, type PluginKey, VALIDATORS } from './plugins.js';

/** Copies of the bundled runtime. An optional file comes along only where it is wired in. */
export function runtimeFiles(input: EmitInput, wired: ReadonlySet<PluginKey>): GeneratedFile[] {
  const left = new Set([
    ...PLUGINS.filter(({ key }) => !wired.has(key)).map(({ file }) => file),
    ...(wired.has('compiler') ? [] : [AJV_LOADER]),
    ...(input.validators === 'precompiled' ? [] : [VALIDATORS]),
  ]);
  return input.runtimeFiles
    .filter(({ path }) => /^[\w-]+\.(?:js|d\.ts)$/.test(path) && !left.has(path.replace(/\.js$/, '')))
    .map(({ path, text }) => ({
      path: `runtime/${path}`,
      text: `${RUNTIME_BANNER}\n${text.replaceAll('\r\n', '\n')}`,
    }));
}
