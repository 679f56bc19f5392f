import type { EncodingDescriptor } from '../contract.js';
import { contentText, isJsonType } from './content.js';
import { encodeReservedQuery, encodeUnreserved } from './percent.js';
import { type Encode, isAbsent } from './pieces.js';
import { writePairs } from './styles.js';

/**
 * Encoded pairs of a form body (OpenAPI, Encoding Object). With `style`, `explode` or `allowReserved` a field follows the
 * rules of a query parameter; otherwise lists give one pair an item and objects become JSON text.
 */
export function formPairs(
  value: unknown,
  encoding: Readonly<Record<string, EncodingDescriptor>> | undefined,
  encode: Encode,
): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const rule = encoding !== undefined && Object.hasOwn(encoding, name) ? encoding[name] : undefined;
    return fieldPairs(name, member, rule, encode);
  });
}

/** True where the Encoding Object asks for the rules of query parameters. */
export function isStyled(rule: EncodingDescriptor | undefined): boolean {
  return rule?.style !== undefined || rule?.explode !== undefined || rule?.allowReserved !== undefined;
}

function fieldPairs(
  name: string,
  value: unknown,
  rule: EncodingDescriptor | undefined,
  encode: Encode,
): [string, string][] {
  if (rule !== undefined && isStyled(rule)) {
    const style = rule.style ?? 'form';
    return writePairs(name, value, {
      style,
      explode: rule.explode ?? (style === 'form' || style === 'deepObject'),
      encode: rule.allowReserved === true ? encodeReservedQuery : encodeUnreserved,
      encodeName: encodeUnreserved,
    });
  }
  const json = rule?.contentType !== undefined && isJsonType(rule.contentType);
  if (isAbsent(value)) return json && value === null ? [[encode(name), 'null']] : [];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item): [string, string][] => {
    if (isAbsent(item) && !json) return [];
    return [[encode(name), encode(contentText(item, json ? 'application/json' : 'text/plain'))]];
  });
}
