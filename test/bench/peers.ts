import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';

/** Another generator, run beside ours. */
export interface Peer {
  name: string;
  args: (spec: string, out: string) => string[];
  /** The tools array of its output as JSON text, where it has one. */
  tools?: (out: string) => string;
}

interface KnownPeer extends Omit<Peer, 'name'> {
  package: string;
}

const KNOWN: readonly KnownPeer[] = [
  {
    package: 'openapi-mcp-generator',
    args: (spec, out) => ['-i', spec, '-o', out, '--force', '-b', 'http://127.0.0.1:9'],
    tools: mcpTools,
  },
  { package: 'openapi-typescript', args: (spec, out) => [spec, '-o', join(out, 'index.ts')] },
  {
    package: '@hey-api/openapi-ts',
    args: (spec, out) => ['-i', spec, '-o', out, '-c', '@hey-api/client-fetch', '--no-log-file'],
  },
];

/** The peers installed in `folder`, which has a package.json and node_modules of its own. */
export function findPeers(folder: string): Peer[] {
  const resolve = createRequire(join(folder, 'package.json'));
  return KNOWN.flatMap((peer) => {
    const root = resolve.resolve
      .paths(peer.package)
      ?.map((place) => join(place, peer.package))
      .find((place) => dirname(place).startsWith(folder) && hasManifest(place));
    if (root === undefined) return [];
    const { version, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
      bin: string | Record<string, string>;
    };
    const script = join(root, typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? ''));
    const { tools } = peer;
    const args = (spec: string, out: string) => [script, ...peer.args(spec, out)];
    return [{ name: `${peer.package} ${version}`, args, ...(tools && { tools }) }];
  });
}

function hasManifest(folder: string): boolean {
  try {
    return readdirSync(folder).includes('package.json');
  } catch {
    return false;
  }
}

/** What its server answers to `tools/list`: the same three fields of each entry of its table. */
function mcpTools(out: string): string {
  const text = readFileSync(join(out, 'src', 'index.ts'), 'utf8');
  const table = /new Map\((\[\n[\s\S]*?^\])\);/m.exec(text)?.[1] ?? '[]';
  const entries = runInNewContext(table) as [string, { name: string; description: string; inputSchema: unknown }][];
  return JSON.stringify(
    entries.map(([, { name, description, inputSchema }]) => ({ name, description, input_schema: inputSchema })),
  );
}
