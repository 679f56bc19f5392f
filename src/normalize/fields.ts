import type { Context } from './context.js';
import { resolvePart } from './follow.js';
import { child, items, own, type Part } from './part.js';

/**
 * Text under a key, or in a file that authors keep long texts in and refer to. Numbers and booleans, as YAML reads
 * unquoted text, are written out; other shapes are reported.
 */
export function text(context: Context, part: Part, key: string): string | undefined {
  const written = child(part, key);
  const reference = written && own(written.value, '$ref');
  const found = written && typeof reference === 'string' ? resolvePart(context, reference, written) : written;
  if (!found) return undefined;
  const { value } = found;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  context.report('PART_INVALID', `\`${key}\` is not text.`, found);
  return undefined;
}

/** A boolean under a key, also as the texts "true" and "false". */
export function flag(context: Context, part: Part, key: string): boolean | undefined {
  const found = child(part, key);
  if (!found) return undefined;
  const { value } = found;
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  context.report('PART_INVALID', `\`${key}\` is neither true nor false.`, found);
  return undefined;
}

/** The texts of a list under a key; members of another kind are reported and left out. */
export function texts(context: Context, part: Part, key: string): readonly string[] | undefined {
  const found = child(part, key);
  if (!found) return undefined;
  if (!Array.isArray(found.value)) {
    context.report('PART_INVALID', `\`${key}\` is not a list.`, found);
    return undefined;
  }
  return items(found).flatMap((item) => {
    if (typeof item.value === 'string') return [item.value];
    if (typeof item.value === 'number' || typeof item.value === 'boolean') return [String(item.value)];
    context.report('PART_INVALID', `A member of \`${key}\` is not text.`, item);
    return [];
  });
}

/** An object under a key, as a part; other shapes are reported. */
export function object(context: Context, part: Part, key: string): Part | undefined {
  const found = child(part, key);
  if (!found) return undefined;
  if (typeof found.value === 'object' && !Array.isArray(found.value)) return found;
  context.report('PART_INVALID', `\`${key}\` is not an object.`, found);
  return undefined;
}
