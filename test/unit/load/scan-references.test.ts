import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/load/limits.js';
import { parseText } from '../../../src/load/parse-text.js';
import { externalReferences } from '../../../src/load/scan-references.js';

const CASES: readonly { readonly name: string; readonly text: string; readonly want: readonly string[] }[] = [
  { name: 'fragments stay inside', text: '{"a":{"$ref":"#/b"},"b":{"$ref" : "#x"}}', want: [] },
  { name: 'another file', text: '{"a":{"$ref":"b.json#/c"},"d":{"$ref":"b.json#/e"}}', want: ['b.json'] },
  { name: 'spaces and line ends', text: '{"a":{"$ref"\n :\n  "b.json"},"c":{"$ref":\t"#/d"}}', want: ['b.json'] },
  { name: 'a key with an escape', text: '{"a":{"\\u0024ref":"b.json"}}', want: ['b.json'] },
  { name: 'letters with escapes', text: '{"a":{"$r\\u0065f":"b.json"}}', want: ['b.json'] },
  { name: 'plain YAML', text: 'a:\n  $ref: b.yaml\n', want: ['b.yaml'] },
  { name: 'quoted YAML', text: 'a: {"$ref": \'#/x\'}\nb:\n  \'$ref\' : "b.yaml#/c"\n', want: ['b.yaml'] },
  { name: 'a YAML value on the next line', text: 'a:\n  $ref:\n    b.yaml\n', want: ['b.yaml'] },
  { name: 'a folded YAML value', text: 'a:\n  $ref: >-\n    b.yaml\n', want: ['b.yaml'] },
  { name: 'a YAML alias', text: 'x-name: &name b.yaml\na:\n  $ref: *name\n', want: ['b.yaml'] },
  { name: 'a YAML key with a question mark', text: 'a:\n  ? $ref\n  : b.yaml\n', want: ['b.yaml'] },
  { name: 'a YAML key with an escape', text: 'a:\n  "\\x24ref": b.yaml\n', want: ['b.yaml'] },
  {
    name: 'a mapping to a file',
    text: '{"a":{"propertyName":"k","mapping":{"x":"#/y","b":"b.json"}}}',
    want: ['b.json'],
  },
  {
    name: 'a YAML mapping',
    text: 'a:\n  propertyName: k\n  mapping:\n    x: Y\n    b: ./b.YML#/c\n',
    want: ['./b.YML'],
  },
  { name: 'example data', text: '{"example":{"$ref":"b.json"},"x-a":{"$ref":"c.json"}}', want: [] },
];

describe('external references', () => {
  it.each(CASES)('$name', ({ text, want }) => {
    expect(externalReferences(parseText('spec', text, DEFAULT_LIMITS, []))).toEqual(want);
  });
});
