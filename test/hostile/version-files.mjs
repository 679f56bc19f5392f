import { createHash } from 'node:crypto';

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** The files of a version: some change, one stays, one is of this version alone. */
export function versionOf(version) {
  const text = (name) => `// ${name} of version ${version}\n`.repeat(40);
  const files = ['index.js', 'tools/pets.js', 'schemas/deep/pets.js', `only-${version}/here.js`].map((path) => ({
    path,
    text: text(path),
  }));
  files.push({ path: 'same.js', text: '// same\n' });
  const digests = Object.fromEntries(files.map((file) => [file.path, sha256(file.text)]));
  const head = `${JSON.stringify({ generator: 'tools-gen', version, tools: [], files: digests }, undefined, 2).slice(0, -2)}`;
  const digest = sha256(`${head},\n  "digest": ""\n}`);
  return [...files, { path: 'tools-gen.json', text: `${head},\n  "digest": "${digest}"\n}\n` }];
}
