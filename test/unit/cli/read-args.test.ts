import { describe, expect, it } from 'vitest';
import { readArgs } from '../../../src/cli/read-args.js';
import { UsageError } from '../../../src/cli/usage-error.js';

const read = (...argv: string[]) => readArgs(argv, () => {});

describe('readArgs', () => {
  it.each([
    [['a.yaml'], { command: 'generate', operands: ['a.yaml'], options: {}, flags: {} }],
    [['generate', 'a.yaml', '-o', 'x'], { command: 'generate', operands: ['a.yaml'], options: { out: 'x' } }],
    [['-', '--json'], { operands: ['-'], flags: { json: true } }],
    [['a', '--include', 'tag:a', '--include', 'b'], { options: { include: ['tag:a', 'b'] } }],
    [['--include', 'tag:a', 'a'], { operands: ['a'], options: { include: ['tag:a'] } }],
    [['a', '--max-description=5'], { options: { maxDescription: 5 } }],
    [['a', '--maxDescription', '5'], { options: { maxDescription: 5 } }],
    [
      ['a', '--warnings-as-errors', '--check', '--force'],
      { options: { warningsAsErrors: true, check: true, force: true } },
    ],
    [['inspect', '-'], { command: 'inspect', operands: ['-'] }],
    [['call', 'a', 'getPet', '{"id":1}', '--dry-run'], { command: 'call', operands: ['a', 'getPet', '{"id":1}'] }],
    [['call', 'a', 'getPet', '5'], { operands: ['a', 'getPet', '5'] }],
    [['call', 'a', 'getPet', '-'], { operands: ['a', 'getPet', '-'] }],
    [['chat', 'a', 'hello you', '-y'], { operands: ['a', 'hello you'], flags: { yes: true } }],
    [['init', '--force'], { command: 'init', options: { force: true }, flags: {} }],
    [[], { command: 'generate', operands: [] }],
  ])('reads %j', (argv, want) => {
    expect(read(...argv)).toMatchObject(want);
  });

  it.each([
    [['a', '--outt', 'x'], 'Unknown option --outt. Did you mean "--out"?'],
    [['a', '-x'], 'Unknown option -x.'],
    [['a', '--no-bare'], 'Unknown option --no-bare. Did you mean "--bare"?'],
    [['a', '--server.x', 'y'], 'Unknown option --server.x. Did you mean "--server"?'],
    [['a', 'b'], 'Unexpected argument "b".'],
    [['inspekt', 'a.yaml'], 'Unknown command "inspekt". Did you mean "inspect"?'],
    [['inspect'], 'An argument is missing: tools-gen inspect <spec>'],
    [['call', 'a'], 'An argument is missing: tools-gen call <spec> <tool> [input]'],
    [['inspect', 'a', '--check'], 'Unknown option --check.'],
    [['a', '-o'], '-o needs a value.'],
    [['a', '--out'], '--out needs a value.'],
    [['a', '--out='], '--out must not be empty.'],
    [['a', '-o', 'x', '-o', 'y'], '--out is given more than once.'],
    [['a', '--max-description', 'x'], '--max-description must be a whole number above 0.'],
    [['a', '--strict', 'pln'], '--strict must be one of plan, all, none; "pln" is not. Did you mean "plan"?'],
  ])('refuses %j', (argv, message) => {
    expect(() => read(...argv)).toThrow(UsageError);
    expect(() => read(...argv)).toThrow(message);
  });

  it('prints help with examples, and reads nothing then', () => {
    let text = '';
    expect(
      readArgs(['--help'], (printed) => {
        text += printed;
      }),
    ).toBeUndefined();
    expect(text).toContain('Examples:');
    expect(text).toContain('--warnings-as-errors');
    expect(text).toContain('tools-gen inspect <spec>');
  });
});
