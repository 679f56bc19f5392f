import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FakeMessagesApi } from './fake-messages-api/server.js';
import { ROOT } from './temporary.js';

const WRITTEN = /^(?:node_modules|generated|\.turbo|package-lock\.json|.+-tools)$/;

/** Copies an example as it is in a fresh clone: without what its commands write. */
export function copyExample(name: string, target: string): void {
  cpSync(join(ROOT, 'examples', name), target, { recursive: true, filter: (path) => !WRITTEN.test(basename(path)) });
}

export interface ExampleServer {
  /** What it printed as its address. */
  url: string;
  /** What it printed since: a line a request. */
  lines: () => string[];
  close: () => void;
}

/** Starts a server of `fixtures/servers` as the examples' READMEs do, but on a free port. */
export function startExampleServer(name: string): Promise<ExampleServer> {
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, 'fixtures', 'servers', `${name}.mjs`), '0']);
  let printed = '';
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}`)));
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      const url = /http:\S+/.exec(printed)?.[0];
      if (url === undefined) return;
      resolve({ url, lines: () => printed.trim().split('\n').slice(1), close: () => child.kill() });
    });
  });
}

/** The environment with which the real SDK talks to the fake of the Messages API. */
export const sdkEnvironment = (fake: FakeMessagesApi): NodeJS.ProcessEnv => ({
  ANTHROPIC_API_KEY: 'test',
  ANTHROPIC_BASE_URL: fake.conversation('main'),
});
