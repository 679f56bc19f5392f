import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberText } from '../../../src/runtime/json/number-text.js';
import { compactJson, quoteBigIntegers } from '../../../src/runtime/json/scan.js';
import { writeJson } from '../../../src/runtime/json/write.js';
import { cutJson } from '../../../src/runtime/result/cut-json.js';
import { htmlToText } from '../../../src/runtime/result/html.js';
import { cleanText, nearest } from '../../../src/runtime/text.js';

const SEED = { seed: 20_26, numRuns: 300 };

describe('JSON text', () => {
  it('is compacted without changing what it says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (value, indent) => {
        expect(compactJson(JSON.stringify(value, null, indent))).toBe(JSON.stringify(value));
      }),
      SEED,
    );
  });

  it('is written as JSON.stringify writes it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(writeJson(value)).toBe(JSON.stringify(value));
      }),
      SEED,
    );
    expect(writeJson({ a: 9223372036854775807n, toJSON: undefined })).toBe('{"a":9223372036854775807}');
  });

  it('keeps the digits of large integers', () => {
    expect(quoteBigIntegers('[9007199254740993, -9007199254740993, 9007199254740991, 1e30, "9007199254740993"]')).toBe(
      '["9007199254740993","-9007199254740993",9007199254740991,1e30,"9007199254740993"]',
    );
  });

  it.each([
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [-1.25e-9, '-0.00000000125'],
    [1.5e22, '15000000000000000000000'],
    [0.1, '0.1'],
    [-0, '0'],
  ])('%d has no exponent', (value, text) => expect(numberText(value)).toBe(text));

  it('stays valid when it is cut, at any length', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 4, max: 400 }), (value, limit) => {
        const text = JSON.stringify(value);
        const cut = cutJson(text, limit);
        expect(cut.text.length).toBeLessThanOrEqual(Math.max(limit, 4));
        if (text.length > limit && cut.text !== '') JSON.parse(cut.text);
      }),
      { ...SEED, numRuns: 2_000 },
    );
  });

  it('counts what is left out', () => {
    const text = JSON.stringify({ total: 5, items: [1, 22, 333, 4444, 55_555] });
    for (let limit = 22; limit < text.length; limit += 1) {
      const cut = cutJson(text, limit);
      const { items = [] } = JSON.parse(cut.text) as { items?: number[] };
      expect(cut.total ?? 5).toBe(5);
      expect(items.length).toBe(cut.kept ?? 0);
    }
    const long = JSON.stringify([{ a: 'x'.repeat(50), b: [1, 2, 3] }, 2, 3]);
    for (let limit = 10; limit < long.length; limit += 1) expect(cutJson(long, limit).total).toBe(3);
  });
});

describe('text', () => {
  it('loses what is hidden and keeps what is written', () => {
    expect(cleanText('a\u200b\u202e\u{e0041}b\u001b]8;;http://x\u0007c\tn\r\nm\ud800')).toBe('abc\tn\nm\ufffd');
  });

  it('is taken out of HTML in linear time', () => {
    expect(htmlToText('<p>a<br>b</p><!-- x --><style>p{}</style>&lt;c&#65;&#x42;&unknown; 1 < 2')).toBe(
      'a\nb\n<cAB&unknown; 1 < 2',
    );
    expect(htmlToText(`a${'<script>'.repeat(300_000)}${'<!--'.repeat(300_000)}${'<'.repeat(300_000)}`)).toBe('a');
  });

  it('finds near names', () => {
    expect(nearest('petid', ['name', 'petId', 'status'], 1)).toEqual(['petId']);
    expect(nearest('quantaty', ['name', 'quantity'], 1)).toEqual(['quantity']);
  });
});
