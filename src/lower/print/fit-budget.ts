import type { WrittenNode, WrittenProperty } from '../written/node.js';
import { usesOf } from '../written/node.js';
import { createCutter, rebuild } from './cut.js';
import { add, type Cost, type Meter, NOTHING, pooled } from './measure.js';

/** Limits of one request's strict tools (see the strict budget). */
const MAX_POOLED = 40;
const MAX_UNIONS = 16;
/** Objects inside objects that are looked at: what lies deeper is JSON text from the second rung on. */
const DEEPEST = 8;

export interface FitLimits {
  /** Characters of the definition without its properties. */
  readonly overhead: number;
  readonly maxTokens: number;
  readonly keepsStrict: boolean;
}

export interface Fitted {
  readonly properties: readonly WrittenProperty[];
  /** True when subtrees became JSON text to save budget. */
  readonly reduced: boolean;
}

/**
 * The properties of a tool within its budget: as they are where they fit, else with the costliest subtrees as JSON text,
 * the deepest first. When even the last rung is over the strict limits, only the size counts.
 */
export function fitBudget(properties: readonly WrittenProperty[], meter: Meter, limits: FitLimits): Fitted {
  const goals = limits.keepsStrict ? [strictGoal(limits, meter), sizeGoal(limits, meter)] : [sizeGoal(limits, meter)];
  for (const goal of goals) {
    if (goal(total(properties, meter), properties)) return { properties, reduced: false };
    const reached = climb(properties, meter, goal, limits);
    if (reached) return { properties: reached, reduced: true };
  }
  const bare = rung(properties, 0, meter);
  return { properties: bare, reduced: true };
}

type Goal = (cost: Cost, properties: readonly WrittenProperty[]) => boolean;

function sizeGoal({ overhead, maxTokens }: FitLimits, meter: Meter): Goal {
  const limit = 4 * maxTokens - overhead;
  return ({ chars }, properties) => chars <= limit || sharedChars(properties, meter, limit) <= limit;
}

function strictGoal(limits: FitLimits, meter: Meter): Goal {
  const fits = sizeGoal(limits, meter);
  return (cost, properties) => pooled(cost) <= MAX_POOLED && cost.unions <= MAX_UNIONS && fits(cost, properties);
}

/** Characters when each definition is written once. Stops counting once over the limit. */
function sharedChars(properties: readonly WrittenProperty[], meter: Meter, limit: number): number {
  const seen = new Set<WrittenNode>();
  const open = properties.map(({ node }) => node);
  let chars = 0;
  for (let node = open.pop(); node && chars <= limit; node = open.pop()) {
    if (node.name !== undefined && seen.has(node)) {
      chars += 30;
      continue;
    }
    seen.add(node);
    chars += meter.own(node) + (node.shape.kind === 'object' ? keyChars(node.shape.properties) : 0);
    open.push(...usesOf(node).map((use) => use.node));
  }
  return chars;
}

function keyChars(properties: readonly WrittenProperty[]): number {
  return properties.reduce(
    (sum, { key, text, required }) => sum + key.length * (required ? 2 : 1) + 7 + (text?.length ?? 0),
    0,
  );
}

/** What all properties cost together. */
export function total(properties: readonly WrittenProperty[], meter: Meter): Cost {
  return properties.map(meter.property).reduce((sum, cost) => add(sum, cost), NOTHING);
}

function rung(properties: readonly WrittenProperty[], levels: number, meter: Meter): WrittenProperty[] {
  const cut = createCutter((node) => isCostly(node, meter));
  return properties.map((property) => cut(property, levels));
}

/** Worth replacing: it spends strict budget, or JSON text with its signature is shorter. */
function isCostly(node: WrittenNode, meter: Meter): boolean {
  const cost = meter.use({ node });
  return cost.optional > 0 || cost.unions > 0 || cost.chars > 800;
}

function climb(
  properties: readonly WrittenProperty[],
  meter: Meter,
  goal: Goal,
  limits: FitLimits,
): readonly WrittenProperty[] | undefined {
  let before = properties;
  for (let levels = DEEPEST; levels >= 0; levels -= 1) {
    const after = rung(properties, levels, meter);
    if (goal(total(after, meter), after)) return spare(before, after, meter, goal, limits);
    before = after;
  }
  return undefined;
}

/** Of the top-level places the last rung replaced, keeps the cheapest ones as they were, as far as the budget allows. */
function spare(
  before: readonly WrittenProperty[],
  after: readonly WrittenProperty[],
  meter: Meter,
  goal: Goal,
  { maxTokens }: FitLimits,
): readonly WrittenProperty[] {
  const places = changedPlaces(before, after);
  const weight = (cost: Cost) => pooled(cost) / MAX_POOLED + cost.unions / MAX_UNIONS + cost.chars / (4 * maxTokens);
  const ranked = places
    .map((place) => ({ ...place, weight: weight(meter.use({ node: place.before })) }))
    .sort((a, b) => a.weight - b.weight);
  let kept = after;
  const spared = new Set<string>();
  for (const { path } of ranked.slice(0, 200)) {
    const attempt = new Set([...spared, path]);
    const candidate = restore(before, after, attempt);
    if (!goal(total(candidate, meter), candidate)) break;
    spared.add(path);
    kept = candidate;
  }
  return kept;
}

/** Places looked at: a graph of shared definitions can have far more paths than nodes. */
const MAX_VISITS = 5000;

interface ChangedPlace {
  readonly path: string;
  readonly before: WrittenNode;
}

function changedPlaces(before: readonly WrittenProperty[], after: readonly WrittenProperty[]): ChangedPlace[] {
  const places: ChangedPlace[] = [];
  let visits = 0;
  const visit = (a: WrittenNode, b: WrittenNode, path: string) => {
    visits += 1;
    if (a === b || visits > MAX_VISITS) return;
    if (b.shape.kind === 'json') {
      places.push({ path, before: a });
      return;
    }
    const inner = usesOf(b);
    for (const [index, use] of usesOf(a).entries()) {
      const next = inner[index];
      if (next) visit(use.node, next.node, `${path}/${index}`);
    }
  };
  for (const [index, property] of before.entries()) {
    const next = after[index];
    if (next) visit(property.node, next.node, `/${index}`);
  }
  return places;
}

/** `after`, with the places named by `paths` as in `before`. */
function restore(
  before: readonly WrittenProperty[],
  after: readonly WrittenProperty[],
  paths: ReadonlySet<string>,
): WrittenProperty[] {
  const prefixes = new Set(
    [...paths].flatMap((path) => path.split('/').map((_part, index, parts) => parts.slice(0, index + 1).join('/'))),
  );
  const visit = (a: WrittenNode, b: WrittenNode, path: string): WrittenNode => {
    if (a === b || paths.has(path)) return a;
    if (!prefixes.has(path)) return b;
    const from = usesOf(a);
    let index = -1;
    return rebuild(b, ({ node }) => {
      index += 1;
      const source = from[index];
      return source ? visit(source.node, node, `${path}/${index}`) : node;
    });
  };
  return after.map((property, index) => {
    const source = before[index];
    const node = source ? visit(source.node, property.node, `/${index}`) : property.node;
    return node === property.node ? property : { ...property, node };
  });
}
