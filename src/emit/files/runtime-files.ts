import type { EmitInput } from '../emit-input.js';
import type { GeneratedFile } from '../generated-file.js';
import { RUNTIME_BANNER } from '../source/banner.js';
import { PLUGINS, type PluginKey } from './plugins.js';

const RELATIVE_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/** Copies of the runtime's modules. An optional one comes along only where it is wired in, or another module needs it. */
export function runtimeFiles(input: EmitInput, wired: ReadonlySet<PluginKey>): GeneratedFile[] {
  const files = input.runtimeFiles.filter(({ path }) => /^[\w./-]+\.(?:js|d\.ts)$/.test(path) && !path.includes('..'));
  const optional = new Map(PLUGINS.map(({ key, file }) => [file, key]));
  const needed = new Set(files.map(({ path }) => moduleOf(path)).filter((name) => isNeeded(optional.get(name), wired)));
  for (const name of needed) {
    for (const { path, text } of files) {
      if (moduleOf(path) === name)
        for (const target of importsOf(path, text)) if (optional.has(target)) needed.add(target);
    }
  }
  return files
    .filter(({ path }) => needed.has(moduleOf(path)))
    .map(({ path, text }) => ({ path: `runtime/${path}`, text: `${RUNTIME_BANNER}\n${withoutSourceMap(text)}` }));
}

const isNeeded = (key: PluginKey | undefined, wired: ReadonlySet<PluginKey>) => key === undefined || wired.has(key);
const moduleOf = (path: string) => path.replace(/\.(?:d\.ts|js)$/, '');
const withoutSourceMap = (text: string) => text.replaceAll('\r\n', '\n').replace(/^\/\/# sourceMappingURL=.*\n?/gm, '');

/** Modules that a module imports, as paths from the runtime's folder without extension. */
function importsOf(path: string, text: string): string[] {
  const folder = path.split('/').slice(0, -1);
  return [...text.matchAll(RELATIVE_IMPORT)].map(([, target = '']) => {
    const parts = [...folder];
    for (const part of target.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.') parts.push(part);
    }
    return moduleOf(parts.join('/'));
  });
}
