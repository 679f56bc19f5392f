import type { ParameterModel } from '../../model/api-model.js';
import type { ParameterDescriptor, ParameterLocation, ParameterStyle } from '../../runtime/contract.js';

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
    ...(parameter.required && { required: true as const }),
    ...(parameter.fixed !== undefined && { fixed: parameter.fixed }),
    ...(parameter.idempotencyKey && { idempotencyKey: true as const }),
  };
}
