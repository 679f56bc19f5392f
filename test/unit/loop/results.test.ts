import { describe, expect, it } from 'vitest';
import { type RawResult, resultBlock } from '../../../src/runtime/loop/results.js';

const call = { id: 'toolu_1', name: 'own', input: {} };
const fromCode = { ...call, caller: { type: 'code_execution_20260120' } };
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
const text = (value: string) => ({ type: 'text', text: value });

/** What a tool gave, and the content that the API takes. */
const RESULTS: readonly (readonly [string, RawResult, unknown])[] = [
  ['a text', { content: 'ok' }, 'ok'],
  ['nothing', { content: undefined }, ''],
  ['a value', { content: { a: 1 } }, '{"a":1}'],
  ['a list of values', { content: [1, 'b', { c: 2 }] }, '[1,"b",{"c":2}]'],
  ['objects without a type', { content: [{ id: 1 }] }, '[{"id":1}]'],
  ['blocks that no result may hold', { content: [{ type: 'dog', name: 'Rex' }] }, '[{"type":"dog","name":"Rex"}]'],
  ['an empty list', { content: [] }, ''],
  ['empty and blank texts', { content: [text(''), text(' \n'), text('a')] }, [text('a')]],
  ['nothing but blank texts', { content: [text(' ')] }, ''],
  ['a text block whose text is none', { content: [{ type: 'text', text: 3 }] }, '[{"type":"text","text":3}]'],
  ['half a pair in a text', { content: 'a\ud83d' }, 'a\ufffd'],
  [
    'half a pair in a block',
    { content: [{ ...text('\udc36'), 'k\ud800': ['\ud800'] }] },
    [{ ...text('\ufffd'), 'k\ufffd': ['\ufffd'] }],
  ],
  ['half a pair in a value', { content: { 'k\ud800': '\udc00' } }, '{"k\ufffd":"\ufffd"}'],
  ['a whole pair', { content: '\ud83d\udc36' }, '\ud83d\udc36'],
  [
    'blocks of every kind',
    { content: [image, { type: 'tool_reference', tool_name: 'x' }] },
    [image, { type: 'tool_reference', tool_name: 'x' }],
  ],
  [
    'an error of blocks',
    { content: [text('a'), image], is_error: true },
    'a\n[image left out: only text can be given here]',
  ],
  ['a cache mark', { content: [{ ...text('a'), cache_control: { type: 'ephemeral' } }] }, [text('a')]],
  ['a blank error', { content: ' ', is_error: true }, 'The tool failed and gave no reason.'],
];

describe('the result of a call', () => {
  it.each(RESULTS)('%s', (_name, raw, want) => {
    expect(resultBlock(call, raw).content).toEqual(want);
  });

  it('is text for a call from code, and echoes the name of a toolset', () => {
    expect(resultBlock(fromCode, { content: [image] }).content).toBe('[image left out: only text can be given here]');
    expect(resultBlock({ ...call, toolset_name: 'browser' }, { content: 'x' })).toMatchObject({
      toolset_name: 'browser',
    });
  });
});
