import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Context } from './context.js';
import { flag, text, texts } from './fields.js';
import { follow, listItems, target } from './follow.js';
import type { NormalizedOperation, NormalizedParameter, NormalizedServer } from './normalized-spec.js';
import { readParameter } from './parameters.js';
import { child, isObjectPart, type ObjectPart, own, type Part } from './part.js';
import type { PathItem } from './path-items.js';
import type { Reader } from './reader.js';
import { readRequestBody } from './request-body.js';
import { readResponses } from './responses.js';
import { type Requirements, readSecurity } from './security.js';
import { readServers } from './servers.js';
import { readOldBody } from './swagger2/body.js';
import { isBodyPart, readOldParameter } from './swagger2/parameters.js';
import { oldContent } from './swagger2/responses.js';
import { readOldServers } from './swagger2/servers.js';

/** What the document says for all operations. */
export interface Defaults {
  readonly security?: Requirements | undefined;
}

type Fields = Pick<NormalizedOperation, 'parameters' | 'requestBody' | 'responses' | 'servers'>;

/** Reads one operation, or the diagnostic that says why it cannot be read. */
export function readOperation(
  reader: Reader,
  item: PathItem,
  method: string,
  holder: Part,
  defaults: Defaults,
): NormalizedOperation | Diagnostic {
  const { context } = reader;
  const chain = isObjectPart(holder) ? follow(context, holder, 'operation') : undefined;
  if (!chain) return context.report('OPERATION_INVALID', `${method} ${item.path} is not an operation.`, holder);
  const part = target(chain);
  const fields = context.spec.version === '2.0' ? oldFields(reader, item, part) : newFields(reader, item, part);
  if ('code' in fields) return fields;
  const operation: NormalizedOperation = {
    method,
    path: item.path,
    location: locationOf(context, holder),
    ...named(context, part),
    tags: [...new Set(texts(context, part, 'tags') ?? [])],
    deprecated: flag(context, part, 'deprecated') ?? false,
    ...fields,
    ...asked(readSecurity(context, part) ?? defaults.security),
    extensions: [...item.extensions, own(part.value, 'x-tools-gen')].filter((value) => value !== undefined),
  };
  return context.record(operation, holder);
}

function named(context: Context, part: Part): { operationId?: string; summary?: string; description?: string } {
  const found: { operationId?: string; summary?: string; description?: string } = {};
  for (const key of ['operationId', 'summary', 'description'] as const) {
    const value = text(context, part, key);
    if (value !== undefined && value !== '') found[key] = value;
  }
  return found;
}

function asked(security: Requirements | undefined): { security?: Requirements } {
  return security && security.length > 0 ? { security } : {};
}

function newFields(reader: Reader, item: PathItem, part: ObjectPart): Fields | Diagnostic {
  const { context } = reader;
  const parameters = parametersOf(reader, item, part).flatMap((chain) => readParameter(reader, chain) ?? []);
  const bodyPart = child(part, 'requestBody');
  const requestBody = bodyPart && readRequestBody(reader, bodyPart);
  if (bodyPart && !requestBody) {
    return context.report('OPERATION_INVALID', 'The request body of the operation cannot be read.', bodyPart);
  }
  return {
    parameters,
    ...(requestBody && { requestBody }),
    responses: readResponses(reader, part),
    ...serversOf(readServers(context, part) ?? item.servers),
  };
}

function oldFields(reader: Reader, item: PathItem, part: ObjectPart): Fields {
  const chains = parametersOf(reader, item, part);
  const bodyParts = chains.map(target).filter(isBodyPart);
  const requestBody = readOldBody(reader, part, bodyParts);
  return {
    parameters: chains
      .filter((chain) => !isBodyPart(target(chain)))
      .flatMap((chain): NormalizedParameter[] => {
        const parameter = readOldParameter(reader, chain);
        return parameter ? [parameter] : [];
      }),
    ...(requestBody && { requestBody }),
    responses: readResponses(reader, part, oldContent(part)),
    ...serversOf(readOldServers(reader.context, part)),
  };
}

function serversOf(servers: readonly NormalizedServer[] | undefined): { servers?: readonly NormalizedServer[] } {
  return servers ? { servers } : {};
}

/** Those of the path item, each replaced by the operation's own of the same place and name, then the operation's others. */
function parametersOf({ context }: Reader, item: PathItem, part: ObjectPart): readonly ParameterChain[] {
  const merged = new Map<string, ParameterChain>();
  for (const holder of [item.parameters, child(part, 'parameters')]) {
    const seen = new Set<string>();
    for (const element of listItems(context, holder, 'parameters')) {
      const chain = follow(context, element, 'parameter');
      if (!chain) continue;
      const key = keyOf(target(chain));
      if (seen.has(key))
        context.report('PARAMETER_INVALID', 'The parameter is listed twice; the last one counts.', element);
      seen.add(key);
      merged.set(key, chain);
    }
  }
  return [...merged.values()];
}

type ParameterChain = NonNullable<ReturnType<typeof follow>>;

/** Names of headers have no case; an operation has one body. */
function keyOf(part: Part): string {
  const place = own(part.value, 'in');
  if (place === 'body') return 'body';
  const name = String(own(part.value, 'name'));
  return `${String(place)}:${place === 'header' ? name.toLowerCase() : name}`;
}

function locationOf(context: Context, part: Part): NormalizedOperation['location'] {
  return part.file === context.spec.root ? { pointer: part.pointer } : { file: part.file.name, pointer: part.pointer };
}
