import { printable } from '../diagnostics/create.js';
import type { NormalizedOperation, Schema } from '../normalize/normalized-spec.js';
import type { ParameterModel, RequestBodyModel } from './api-model.js';
import { looksLikeCredential } from './credential-name.js';
import { followSchema } from './follow-schema.js';
import { type ApiKeys, isApiKey } from './parameters/hidden.js';
import type { Report } from './report.js';

/** Reports fields of query and body that look like credentials and that no scheme covers: the model would be asked for them. */
export function reportCredentialLike(
  { method, path, location }: NormalizedOperation,
  parameters: readonly ParameterModel[],
  body: RequestBodyModel | undefined,
  definitions: ReadonlyMap<string, Schema>,
  apiKeys: ApiKeys,
  report: Report,
): void {
  for (const { in: place, name, fixed } of parameters) {
    if (place !== 'query' || fixed !== undefined || !looksLikeCredential(name) || isApiKey(apiKeys, place, name))
      continue;
    report.add('CREDENTIAL_LIKE', `The query parameter "${name}" of ${method} ${path} looks like a credential.`, {
      location,
      key: `query ${name}`,
      help: hint(`${method} ${path}`, name),
    });
  }
  const properties = body === undefined ? {} : (followSchema(body.media.schema, definitions)?.properties ?? {});
  for (const name of Object.keys(properties)) {
    if (!looksLikeCredential(name)) continue;
    report.add('CREDENTIAL_LIKE', `The body field "${name}" of ${method} ${path} looks like a credential.`, {
      location,
      key: `body ${name}`,
      help: hint(`${method} ${path}`, `body.${name}`),
    });
  }
}

function hint(operation: string, name: string): string {
  const rule = JSON.stringify({ operations: { [operation]: { parameters: { [name]: { hide: true } } } } });
  return printable(`Declare a security scheme, or hide it in the configuration: ${rule}`);
}
