import type { ParameterModel } from '../../model/api-model.js';
import type { NormalizedEncoding } from '../../normalize/normalized-spec.js';
import type {
  EncodingDescriptor,
  ParameterDescriptor,
  ParameterLocation,
  ParameterStyle,
} from '../../runtime/contract.js';

/** Defaults of each location (OpenAPI, Parameter Object): what is the default is not written down. */
const DEFAULTS: Readonly<Record<ParameterLocation, readonly [ParameterStyle, boolean]>> = {
  path: ['simple', false],
  query: ['form', true],
  header: ['simple', false],
  cookie: ['form', true],
  querystring: ['form', true],
};

export function describeParameter(parameter: ParameterModel): ParameterDescriptor {
  const [style, explode] = DEFAULTS[parameter.in];
  const isStyled = parameter.contentType === undefined && parameter.in !== 'querystring';
  return {
    property: parameter.property,
    name: parameter.name,
    in: parameter.in,
    ...(isStyled && parameter.style !== style && { style: parameter.style }),
    ...(isStyled && parameter.explode !== explode && { explode: parameter.explode }),
    ...(parameter.allowReserved && { allowReserved: true }),
    ...(parameter.allowEmptyValue && { allowEmptyValue: true }),
    ...(parameter.contentType !== undefined && { contentType: parameter.contentType }),
    ...(parameter.encoding && { encoding: describeFields(parameter.encoding) }),
    ...(parameter.required && { required: true as const }),
    ...(parameter.fixed !== undefined && { fixed: parameter.fixed }),
    ...(parameter.idempotencyKey && { idempotencyKey: true as const }),
  };
}

/** Fields of a form in a query; headers belong to multipart only (OpenAPI, Encoding Object). */
function describeFields(encoding: ReadonlyMap<string, NormalizedEncoding>): Record<string, EncodingDescriptor> {
  return Object.fromEntries(
    [...encoding].map(([name, { style, explode, allowReserved, contentType }]) => [
      name,
      {
        ...(style !== undefined && { style }),
        ...(explode !== undefined && { explode }),
        ...(allowReserved !== undefined && { allowReserved }),
        ...(contentType !== undefined && { contentType }),
      },
    ]),
  );
}
