/** Text of a first configuration for the documents that were found; without any, one to fill in. */
export function starterConfig(specs: readonly string[]): string {
  const names = folderNames(specs);
  const entries = specs.map((spec, index) => ({ spec, out: `tools/${names[index] ?? 'api'}` }));
  const [only = { spec: 'openapi.yaml', out: 'tools/api' }, ...more] = entries;
  const $schema = './node_modules/tools-gen/templates/config.schema.json';
  const config = more.length === 0 ? { $schema, ...only } : { $schema, specs: entries };
  return `${JSON.stringify(config, null, 2)}\n`;
}

const PLAIN_NAMES = new Set(['openapi', 'swagger', 'spec', 'api', 'index']);

/** A folder name for each document: its file name, or its folder's where that says nothing; unique. */
function folderNames(specs: readonly string[]): string[] {
  const taken = new Set<string>();
  return specs.map((spec) => {
    const parts = spec.replace(/\.[^./]+$/, '').split('/');
    const own = parts.filter((part) => !PLAIN_NAMES.has(part.toLowerCase())).at(-1) ?? 'api';
    const base =
      own
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '') || 'api';
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}-${number}`;
    taken.add(name);
    return name;
  });
}
