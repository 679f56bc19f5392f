import { suggest } from '../diagnostics/suggest.js';
import {
  matchesSelector,
  parseSelector,
  type Selector,
  type SelectorKind,
  type SelectorTarget,
  selectable,
} from '../runtime/selectors.js';

export const SELECTOR_KINDS: readonly SelectorKind[] = ['tag', 'path', 'method', 'operation', 'tool'];

/** Names of a kind that are few enough to be listed. */
const LISTED = 10;

/**
 * What a selector that matches nothing could have meant, as a selector that can be copied: ` Did you mean "tag:pet"?`. Where
 * nothing is near, the tags or methods that there are, if they are few.
 */
export function nearSelector(selector: Selector, targets: readonly SelectorTarget[]): string {
  const several = selector.text.split(',');
  if (several.length > 1 && several.every((text) => parseSelector(text))) {
    return ' A comma is part of the selector; give several one by one.';
  }
  const meant = nearest(selector, targets);
  if (meant !== undefined) return ` Did you mean "${meant}"?`;
  const { kind } = selector;
  const known = kind === 'tag' || kind === 'method' ? selectable(kind, targets) : [];
  if (known.length === 0 || known.length > LISTED) return '';
  return ` There is ${known.map((name) => `"${kind}:${name}"`).join(', ')}.`;
}

function nearest(selector: Selector, targets: readonly SelectorTarget[]): string | undefined {
  const { text, kind } = selector;
  const colon = text.indexOf(':');
  const given = text.slice(colon + 1).trim();
  // `--include pet` for a tag: the same words are right with another prefix.
  const other = SELECTOR_KINDS.find((one) =>
    targets.some((target) => matchesSelector({ ...selector, kind: one }, target)),
  );
  if (colon < 0 && other !== undefined) return `${other}:${given}`;
  const near = suggest(given, selectable(kind, targets));
  if (near !== undefined) return colon < 0 ? near : `${kind}:${near}`;
  if (other !== undefined) return `${other}:${given}`;
  const part = kind === 'tool' ? partOfName(given, targets) : undefined;
  return part && `*${part}*`;
}

/** The text as it stands in a tool's name, which is compared exactly. */
function partOfName(given: string, targets: readonly SelectorTarget[]): string | undefined {
  if (!/^\w{2,}$/.test(given)) return undefined;
  for (const { name } of targets) {
    const at = name.toLowerCase().indexOf(given.toLowerCase());
    if (at >= 0) return name.slice(at, at + given.length);
  }
  return undefined;
}
