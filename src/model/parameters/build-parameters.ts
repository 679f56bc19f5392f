import { didYouMean } from '../../diagnostics/suggest.js';
import type { NormalizedOperation, NormalizedParameter } from '../../normalize/normalized-spec.js';
import type { Adjustment, ParameterRule } from '../adjust/adjustments.js';
import type { ParameterModel } from '../api-model.js';
import type { Report } from '../report.js';
import { type ApiKeys, hiddenReason, isIdempotencyKey } from './hidden.js';
import { templateVariables } from './path-template.js';
import { propertyKeys } from './property-keys.js';

/** RFC 9110 `token`: the only characters of header and cookie names. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** The parameters of an operation: those the model sees, fixed ones and the idempotency key, each with its input key. */
export function buildParameters(
  operation: NormalizedOperation,
  adjustment: Adjustment,
  apiKeys: ApiKeys,
  report: Report,
): ParameterModel[] {
  const usable = withPathParameters(operation, distinct(operation, report), report);
  const shown = usable.filter((parameter) => {
    const reason = hiddenReason(parameter, apiKeys);
    if (reason === undefined) return true;
    report.add('PARAMETER_HIDDEN', `The ${parameter.in} parameter "${parameter.name}" is hidden: ${reason}.`, {
      location: operation.location,
      key: `${parameter.in} ${parameter.name}`,
    });
    if (adjustment.parameters.get(parameter.name)?.value !== undefined) {
      const message = `The value of the ${parameter.in} parameter "${parameter.name}" cannot be fixed: ${reason}.`;
      const help = 'Give it to the dispatcher, in `headers` or `credentials`.';
      report.add('EXTENSION_INVALID', message, { location: operation.location, help });
    }
    return false;
  });
  const keys = propertyKeys(shown);
  reportUnknownRules(operation, adjustment, [...usable.map(({ name }) => name), ...keys], report);
  return shown.flatMap((parameter, index) => {
    const model: ParameterModel = { ...parameter, property: keys[index] ?? '' };
    // The input key tells apart what several places call by one name.
    const rule = adjustment.parameters.get(model.property) ?? adjustment.parameters.get(parameter.name);
    return applyRule(operation, model, rule, report);
  });
}

/** Leaves out parameters that cannot be sent and repetitions (OpenAPI: name and location are unique). */
function distinct(operation: NormalizedOperation, report: Report): NormalizedParameter[] {
  const seen = new Set<string>();
  return operation.parameters.filter((parameter) => {
    const { in: place, name } = parameter;
    const key = `${place} ${place === 'header' ? name.toLowerCase() : place === 'querystring' ? '' : name}`;
    const fault = seen.has(key) ? 'it is declared twice' : nameFault(parameter);
    seen.add(key);
    if (fault === undefined) return true;
    const message = `The ${place} parameter "${name}" of ${operation.method} ${operation.path} cannot be used: ${fault}.`;
    report.add('PARAMETER_INVALID', message, { location: operation.location });
    return false;
  });
}

function nameFault({ name, in: place }: NormalizedParameter): string | undefined {
  if (name === '' && place !== 'querystring' && place !== 'path') return 'its name is empty';
  if ((place === 'header' || place === 'cookie') && !TOKEN.test(name)) return 'HTTP does not allow such a name';
  return /\p{Cs}/u.test(name) ? 'its name is not well-formed Unicode' : undefined;
}

/** Brings the declared path parameters and the variables of the template together. */
function withPathParameters(
  operation: NormalizedOperation,
  parameters: readonly NormalizedParameter[],
  report: Report,
): NormalizedParameter[] {
  const { method, path, location } = operation;
  const variables = templateVariables(path);
  const kept = parameters.flatMap((parameter) => {
    if (parameter.in !== 'path') return [parameter];
    if (variables.includes(parameter.name)) return [{ ...parameter, required: true }];
    const message = `The path parameter "${parameter.name}" does not occur in ${method} ${path}.`;
    report.add('PATH_PARAMETER_UNUSED', message, { location });
    return [];
  });
  const declared = new Set(kept.filter(({ in: place }) => place === 'path').map(({ name }) => name));
  const undeclared = variables.filter((name) => !declared.has(name));
  for (const name of undeclared) {
    report.add('PATH_PARAMETER_UNDECLARED', `${method} ${path} does not declare its parameter "${name}".`, {
      location,
    });
  }
  return [...undeclared.map(synthesized), ...kept];
}

function synthesized(name: string): NormalizedParameter {
  return {
    name,
    in: 'path',
    required: true,
    deprecated: false,
    style: 'simple',
    explode: false,
    allowReserved: false,
    allowEmptyValue: false,
    schema: { type: 'string' },
  };
}

function applyRule(
  { method, path, location }: NormalizedOperation,
  parameter: ParameterModel,
  rule: ParameterRule | undefined,
  report: Report,
): ParameterModel[] {
  if (rule?.value !== undefined) {
    if (rule.by === 'document') {
      const value = JSON.stringify(rule.value);
      const message = `${method} ${path} always sends ${value} as the ${parameter.in} parameter "${parameter.name}".`;
      report.add('PARAMETER_FIXED', message, { location });
    }
    return [{ ...parameter, fixed: rule.value }];
  }
  if (isIdempotencyKey(parameter)) {
    const message = `The header parameter "${parameter.name}" is hidden: the runtime fills it once per call.`;
    report.add('PARAMETER_HIDDEN', message, { location, key: `header ${parameter.name}` });
    return [{ ...parameter, idempotencyKey: true }];
  }
  if (rule?.hide !== true) return [parameter];
  if (parameter.in === 'path') {
    const message = `The path parameter "${parameter.name}" of ${method} ${path} cannot be hidden without a value.`;
    report.add('EXTENSION_INVALID', message, { location });
    return [parameter];
  }
  const who = rule.by === 'document' ? 'the document' : 'the configuration';
  const message = `The ${parameter.in} parameter "${parameter.name}" of ${method} ${path} is hidden: ${who} says so.`;
  report.add('PARAMETER_HIDDEN', message, { location });
  return [];
}

function reportUnknownRules(
  { method, path, location, extensions, requestBody }: NormalizedOperation,
  { parameters: rules }: Adjustment,
  known: readonly string[],
  report: Report,
): void {
  const names = new Set(known);
  for (const [name, { by }] of rules) {
    if (name.startsWith('body.') && requestBody !== undefined) continue;
    // What the document says at its root or in a tag is a default for operations that have the parameter.
    if (names.has(name) || (by === 'document' && extensions.length === 0)) continue;
    const message = `${method} ${path} has no parameter "${name}" to adjust.${didYouMean(name, names)}`;
    report.add('EXTENSION_INVALID', message, { location });
  }
}
