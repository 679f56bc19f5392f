import type { NormalizedOperation, NormalizedSpec } from '../../normalize/normalized-spec.js';
import type { Effect, JsonValue } from '../../runtime/contract.js';
import type { OperationOverride } from '../api-model.js';
import type { Report } from '../report.js';
import { effectOf, isLess } from './effect.js';
import { readExtension } from './read-extension.js';

/** What is decided about one parameter, and whether the document or the user says so. */
export interface ParameterRule {
  readonly hide?: boolean;
  readonly value?: JsonValue;
  readonly by: 'document' | 'user';
}

/** Everything that adjusts one operation: the document's extensions, nearest last, then the user's configuration. */
export interface Adjustment {
  readonly name?: string;
  readonly description?: string;
  readonly exclude: boolean;
  readonly effect: Effect;
  readonly strictMode?: 'never' | 'always';
  readonly contentType?: string;
  readonly parameters: ReadonlyMap<string, ParameterRule>;
}

/** The document's own adjustments of each operation: of the root, then its tags, then path item and operation. */
export function documentExtensions(spec: NormalizedSpec, report: Report): OperationOverride[] {
  const shared = (value: unknown, pointer: string): OperationOverride => {
    const { name, description, ...rest } = readExtension(value, { pointer }, report);
    if (name !== undefined || description !== undefined) {
      const message = 'In `x-tools-gen` of the document or a tag, `name` and `description` mean nothing.';
      report.add('EXTENSION_INVALID', message, { location: { pointer } });
    }
    return rest;
  };
  const root = shared(spec.extension, '/x-tools-gen');
  const tags = new Map(spec.tags.map((tag, index) => [tag.name, shared(tag.extension, `/tags/${index}/x-tools-gen`)]));
  return spec.operations.map((operation) => {
    const own = operation.extensions.map((value) => readExtension(value, operation.location, report));
    const ofTags = operation.tags.flatMap((tag) => tags.get(tag) ?? []);
    return merge([root, ...ofTags, ...own]);
  });
}

function merge(overrides: readonly OperationOverride[]): OperationOverride {
  const parameters = overrides.flatMap((override) => Object.entries(override.parameters ?? {}));
  const merged: OperationOverride = Object.assign({}, ...overrides);
  return parameters.length === 0 ? merged : { ...merged, parameters: Object.fromEntries(parameters) };
}

/** Document and user together. The document may raise an effect, never lower it; the user may do both. */
export function adjustmentOf(
  operation: NormalizedOperation,
  document: OperationOverride,
  user: OperationOverride,
  report: Report,
): Adjustment {
  const both = { ...document, ...user };
  const parameters = new Map<string, ParameterRule>();
  for (const [name, rule] of Object.entries(document.parameters ?? {}))
    parameters.set(name, { ...rule, by: 'document' });
  for (const [name, rule] of Object.entries(user.parameters ?? {})) parameters.set(name, { ...rule, by: 'user' });
  return {
    ...(both.name !== undefined && { name: both.name }),
    ...(both.description !== undefined && { description: both.description }),
    exclude: both.exclude ?? false,
    effect: user.effect ?? raised(operation, document.effect, report),
    ...(both.strict !== undefined && { strictMode: both.strict ? ('always' as const) : ('never' as const) }),
    ...(both.contentType !== undefined && { contentType: both.contentType }),
    parameters,
  };
}

function raised({ method, path, location }: NormalizedOperation, asked: Effect | undefined, report: Report): Effect {
  const least = effectOf(method);
  if (asked === undefined) return least;
  if (!isLess(asked, least)) return asked;
  report.add('EFFECT_LOWERED', `The document calls ${method} ${path} "${asked}"; it stays "${least}".`, { location });
  return least;
}
