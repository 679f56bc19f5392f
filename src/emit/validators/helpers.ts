import { step } from '../../runtime/validate/budget.js';
import { isUnique } from '../../runtime/validate/unique.js';
import { type Identifier, identifier } from '../source/sink.js';
import type { OuterName } from './compile-tools.js';

/** Functions of ours, by themselves; Ajv's own, by the code that it would load them with. */
const HELPERS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [step, 'step'],
  [isUnique, 'isUnique'],
  ['Object.prototype.hasOwnProperty', 'hasOwn'],
  ['require("ajv/dist/runtime/equal").default', 'equal'],
  ['require("ajv/dist/runtime/ucs2length").default', 'characters'],
]);

/** The export of the runtime's `validators` module that stands for a function which compiled code calls. */
export function helperOf({ ref, code }: OuterName['value']): Identifier {
  const name = HELPERS.get(ref) ?? HELPERS.get(String(code));
  if (name === undefined) throw new Error(`Ajv calls what is not known: ${String(code)}`);
  return identifier(name);
}
