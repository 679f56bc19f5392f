import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { pointerTokens } from '../diagnostics/pointer.js';
import { jsonOffset, type KnownMembers } from './json-offset.js';
import type { SourceFile } from './loaded-spec.js';

/** A place in a text, both counted from 1; columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

type Finder = (tokens: readonly string[]) => Position;

const finders = new WeakMap<SourceFile, Finder | 'none'>();

/**
 * The line and column of what a pointer names: of its key where it has one. Where the pointer leads to nothing, those of
 * the nearest enclosing value. Undefined when the text cannot be searched.
 */
export function findPosition(file: SourceFile, pointer: string): Position | undefined {
  const tokens = pointerTokens(pointer);
  if (!tokens) return undefined;
  const finder = finders.get(file) ?? finderOf(file);
  finders.set(file, finder);
  return finder === 'none' ? undefined : finder(tokens);
}

function finderOf(file: SourceFile): Finder | 'none' {
  if (file.format === 'json') return jsonFinder(file.text);
  try {
    return yamlFinder(file.text);
  } catch {
    return 'none';
  }
}

function jsonFinder(text: string): Finder {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  const known: KnownMembers = new Map();
  return (tokens) => positionAt(lines, jsonOffset(text, tokens, known));
}

function yamlFinder(text: string): Finder {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: 'silent' });
  return (tokens) => positionAt(lines, yamlOffset(document, tokens));
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function yamlOffset(document: Document, tokens: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const token of tokens) {
    const step = stepInto(resolveAlias(node, document), token, document);
    if (!step) return offset;
    offset = step.offset ?? offset;
    node = step.node;
  }
  return offset;
}

interface Step {
  readonly offset: number | undefined;
  readonly node: unknown;
}

function stepInto(node: unknown, token: string, document: Document): Step | undefined {
  if (isSeq(node)) {
    const item: unknown = node.items[Number(token)];
    return item === undefined ? undefined : { offset: startOf(item), node: item };
  }
  return isMap(node) ? inMap(node, token, document) : undefined;
}

function inMap(map: YAMLMap, token: string, document: Document): Step | undefined {
  for (const pair of map.items) {
    if (keyText(pair.key) === token) return { offset: startOf(pair.key), node: pair.value };
  }
  // Merged keys stand where the anchor stands.
  for (const pair of map.items) {
    if (keyText(pair.key) !== '<<') continue;
    const source = resolveAlias(pair.value, document);
    for (const merged of isSeq(source) ? source.items : [source]) {
      const found = stepInto(resolveAlias(merged, document), token, document);
      if (found) return found;
    }
  }
  return undefined;
}

function keyText(key: unknown): string | undefined {
  return isScalar(key) ? String(key.value) : undefined;
}

function resolveAlias(node: unknown, document: Document): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

function startOf(node: unknown): number | undefined {
  const known: Node | undefined = isNode(node) ? node : undefined;
  return known?.range?.[0];
}
