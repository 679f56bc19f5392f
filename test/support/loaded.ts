import { run } from './run.js';

/** Tells every module that Node loads from a file, on standard error. */
const HOOK = `import { register } from 'node:module';
  const source = "export async function load(url, context, next) { process._rawDebug('LOADED ' + url); return next(url, context); }";
  register('data:text/javascript,' + encodeURIComponent(source));`;

/** URLs of the files that a program loads as modules from its start to its end. */
export async function loadedModules(
  entry: string,
  args: readonly string[],
  cwd: string,
  input?: string,
): Promise<string[]> {
  const flag = `data:text/javascript,${encodeURIComponent(HOOK)}`;
  const { stderr } = await run(process.execPath, ['--import', flag, entry, ...args], {
    cwd,
    ...(input !== undefined && { input }),
  });
  return [...stderr.matchAll(/^LOADED (file:.*)$/gm)].map(([, url = '']) => url);
}
