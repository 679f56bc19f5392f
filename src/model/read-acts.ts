import type { NormalizedOperation } from '../normalize/normalized-spec.js';
import type { Effect } from '../runtime/contract.js';
import { wordsOf } from './names/words.js';
import type { Report } from './report.js';

/** Verbs that no read begins with. Words that are as often nouns (`reset`, `transfer`) would be wrong too often. */
const ACTS: ReadonlySet<string> = new Set(
  'delete deletes remove removes destroy destroys erase erases purge purges wipe wipes revoke revokes terminate terminates reboot reboots deactivate deactivates cancel cancels send sends'.split(
    ' ',
  ),
);

/** Reports a GET whose id, path or summary begins with a verb that acts: it is sent without a question. */
export function reportReadThatActs(
  { method, path, location, operationId = '', summary = '' }: NormalizedOperation,
  effect: Effect,
  report: Report,
): void {
  if (effect !== 'read') return;
  const last =
    path
      .split(/[?#]/, 1)[0]
      ?.split('/')
      .filter((segment) => segment !== '')
      .at(-1) ?? '';
  const verb = [operationId, last, summary]
    .map((text) => wordsOf(text.slice(0, 200))[0]?.toLowerCase() ?? '')
    .find((word) => ACTS.has(word));
  if (verb === undefined) return;
  report.add('READ_ACTS', `${method} ${path} counts as a read, but its name says "${verb}".`, { location });
}
