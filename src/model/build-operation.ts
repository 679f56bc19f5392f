import { createDiagnostic } from '../diagnostics/create.js';
import type { NormalizedOperation, NormalizedSpec } from '../normalize/normalized-spec.js';
import type { OperationModel, SkippedOperation } from './api-model.js';
import { buildBody } from './body/build-body.js';
import { reportCredentialLike } from './credential-like.js';
import type { OperationNames } from './name-operations.js';
import { buildParameters } from './parameters/build-parameters.js';
import { pathFault } from './parameters/path-template.js';
import { reportReadThatActs } from './read-acts.js';
import { below, type Report } from './report.js';
import { buildRequirements, type Security } from './security.js';
import { buildServers } from './servers.js';

/** `fetch` refuses these (Fetch standard, forbidden methods). */
const FORBIDDEN: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT']);

export type OperationOutcome = { readonly operation: OperationModel } | { readonly skipped: SkippedOperation };

/** Builds one operation, or says why it cannot be a tool. */
export function buildOperation(
  given: NormalizedOperation,
  names: OperationNames,
  spec: NormalizedSpec,
  security: Security,
  report: Report,
): OperationOutcome {
  const fault = unsendable(given);
  if (fault !== undefined) return skip(given, fault);
  const operation = withoutFragment(given, report);
  const { adjustment } = names;
  const { body, skip: reason } = buildBody(operation, adjustment, spec.definitions, report);
  if (reason !== undefined) return skip(given, reason);
  const { apiKeys } = security;
  const parameters = buildParameters(operation, adjustment, apiKeys, report);
  reportCredentialLike(operation, parameters, body, spec.definitions, apiKeys, report);
  reportReadThatActs(operation, adjustment.effect, report);
  const { method, path, location, operationId, summary, description, tags, deprecated, responses } = operation;
  const requirements = buildRequirements(operation.security, security, location, report);
  const servers = operation.servers && buildServers(operation.servers, spec, below(location, 'servers'), report);
  return {
    operation: {
      name: names.name,
      typeName: names.typeName,
      ...(operationId !== undefined && { operationId }),
      method,
      path,
      location,
      ...(summary !== undefined && { summary }),
      ...(description !== undefined && { description }),
      ...(adjustment.description !== undefined && { descriptionOverride: adjustment.description }),
      tags,
      file: names.file,
      deprecated,
      effect: adjustment.effect,
      ...(adjustment.strictMode !== undefined && { strictMode: adjustment.strictMode }),
      parameters,
      ...(body !== undefined && { body }),
      responses,
      ...(servers !== undefined && servers.length > 0 && { servers }),
      ...(requirements !== undefined && { security: requirements }),
    },
  };
}

function unsendable({ method, path, location }: NormalizedOperation): SkippedOperation['reason'] | undefined {
  if (FORBIDDEN.has(method) || !/^[!#$%&'*+\-.^_`|~0-9A-Z]+$/.test(method)) {
    return createDiagnostic('METHOD_UNSUPPORTED', `${method} ${path} cannot be sent.`, { location });
  }
  const fault = pathFault(path);
  if (fault === undefined) return undefined;
  return createDiagnostic('PATH_INVALID', `The path "${path}" cannot be used: ${fault}.`, { location });
}

function withoutFragment(operation: NormalizedOperation, report: Report): NormalizedOperation {
  const path = /^(?:\{[^{}]*\}|[^#])*/.exec(operation.path)?.[0] ?? '';
  if (path === operation.path) return operation;
  const message = `The fragment of the path "${operation.path}" is never sent; it was left out.`;
  report.add('PATH_INVALID', message, { location: operation.location });
  return { ...operation, path };
}

function skip(
  { method, path, operationId }: NormalizedOperation,
  reason: SkippedOperation['reason'],
): OperationOutcome {
  return { skipped: { method, path, ...(operationId !== undefined && { operationId }), reason } };
}
