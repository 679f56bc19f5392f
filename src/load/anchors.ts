import { joinPointer } from '../diagnostics/pointer.js';

/** Where the schemas of a file that have a name of their own stand. */
export interface AnchorIndex {
  /** `$anchor` and `$dynamicAnchor` to pointers; the first of a name wins. */
  readonly anchors: ReadonlyMap<string, string>;
  /** `$id` as written to pointers. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Indexes a file's anchors and identifiers, without recursion. */
export function indexAnchors(root: unknown): AnchorIndex {
  const anchors = new Map<string, string>();
  const ids = new Map<string, string>();
  const seen = new Set<unknown>();
  const queue: [unknown, string][] = [[root, '']];
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    const [node, pointer] = item;
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    for (const [key, value] of Object.entries(node).reverse()) {
      if (typeof value === 'object') queue.push([value, joinPointer(pointer, key)]);
      else if (typeof value === 'string') note(key, value, pointer, anchors, ids);
    }
  }
  return { anchors, ids };
}

function note(
  key: string,
  value: string,
  pointer: string,
  anchors: Map<string, string>,
  ids: Map<string, string>,
): void {
  if ((key === '$anchor' || key === '$dynamicAnchor') && !anchors.has(value)) anchors.set(value, pointer);
  if ((key === '$id' || (key === '$self' && pointer === '')) && !ids.has(value))
    ids.set(value.replace(/#$/, ''), pointer);
}
