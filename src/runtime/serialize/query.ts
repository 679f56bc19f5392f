import type { ParameterDescriptor } from '../contract.js';
import { contentText, mediaEssence } from './content.js';
import { formPairs } from './form-fields.js';
import { encodeForm, encodeReservedQuery, encodeUnreserved } from './percent.js';
import { isAbsent } from './pieces.js';
import { writePairs } from './styles.js';

/** The encoded pairs of one query parameter. */
export function queryPairs(parameter: ParameterDescriptor, value: unknown): [string, string][] {
  if (value === undefined) return [];
  if (parameter.contentType !== undefined) {
    return [
      [encodeUnreserved(parameter.name), encodeUnreserved(parameterText(parameter, value, parameter.contentType))],
    ];
  }
  if (isAbsent(value)) return [];
  return writePairs(parameter.name, value, {
    style: parameter.style ?? 'form',
    // The default of the location; a descriptor says where a style's own default differs.
    explode: parameter.explode ?? true,
    encode: parameter.allowReserved === true ? encodeReservedQuery : encodeUnreserved,
    encodeName: encodeUnreserved,
  });
}

/** Text of a value that is described by `content`: a form is written as a form, and escaped once more as one value. */
function parameterText({ encoding }: ParameterDescriptor, value: unknown, contentType: string): string {
  const isForm = mediaEssence(contentType) === FORM && typeof value === 'object' && value !== null;
  return isForm ? joinQuery(formPairs(value, encoding, encodeForm)) : contentText(value, contentType);
}

const FORM = 'application/x-www-form-urlencoded';

/** The whole query of an `in: querystring` parameter (OpenAPI 3.2). */
export function wholeQuery(parameter: ParameterDescriptor, value: unknown): string {
  if (value === undefined) return '';
  const contentType = parameter.contentType ?? FORM;
  if (mediaEssence(contentType) === FORM) {
    return joinQuery(formPairs(value, parameter.encoding, encodeUnreserved));
  }
  return encodeUnreserved(contentText(value, contentType));
}

export function joinQuery(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, text]) => `${name}=${text}`).join('&');
}
