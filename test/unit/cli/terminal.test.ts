import { expect, it } from 'vitest';
import { printJson, showable } from '../../../src/cli/terminal.js';

const STEERING = 'a\u0000\u001b]8;;http://x\u0007\u007f\u009b\u200b\u202e\u{e0041}\ud800\u2028\u2029b\tc\nd';

it('an answer keeps its lines and tabs, and nothing that steers a terminal', () => {
  expect(showable(STEERING)).toMatch(/^a\uFFFD+\]8;;http:\/\/x\uFFFD+b\tc\nd$/);
});

it('JSON says every such character in words of its own', () => {
  const text = printJson({ [STEERING]: [STEERING] });
  expect(text).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
  expect(JSON.parse(text)).toEqual({ [STEERING]: [STEERING] });
});
