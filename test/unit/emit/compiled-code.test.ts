import { describe, expect, it } from 'vitest';
import { compiledCode } from '../../../src/emit/source/compiled-code.js';
import { identifier } from '../../../src/emit/source/sink.js';
import { createSkeleton } from '../../../src/emit/source/skeleton.js';

const print = (code: string) => compiledCode(code, (name) => (name === 'outer' ? identifier('ours') : undefined));

describe('code that Ajv compiled', () => {
  it('keeps its words and has the strings of the sink', () => {
    expect(print('if(a.outer !== outer){b = "\u2028\u202e//# sourceMappingURL=x"}')).toBe(
      'if(a.outer !== ours){b = "\\u2028\\u202e//\\u0023 sourceMappingURL=x"}',
    );
    expect(print('c.replace(/~/g, "~0").replace(/\\//g, "~1")')).toBe('c.replace(/~/g, "~0").replace(/\\//g, "~1")');
  });

  it.each(['`a`', "'a'", '// a', '/* a */', '"a', '"a\n"', 'a @ b', '\\u0061', 'ä', 'a\u2028b', '# a'])(
    '%j is not known to be written by it',
    (code) => expect(() => print(code)).toThrow(/Ajv wrote/),
  );
});

it('what is filled into a declaration file is never looked at again', () => {
  const skeleton = createSkeleton();
  const places = ['type A = "\u01c21;";', 'type B = "$&";'].map((text) => skeleton.leaveOut(text as never));
  expect(skeleton.fillIn(places.join('\n'))).toBe('type A = "\u01c21;";\ntype B = "$&";');
  expect(() => skeleton.fillIn('\u01c27;')).toThrow('are missing');
});
