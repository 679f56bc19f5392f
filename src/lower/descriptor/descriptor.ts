import type { OperationModel, RequestBodyModel } from '../../model/api-model.js';
import type { Schema } from '../../normalize/normalized-spec.js';
import type {
  BodyDescriptor,
  Codecs,
  OperationDescriptor,
  ResponseDescriptor,
  StrictCost,
} from '../../runtime/contract.js';
import type { SchemaView } from '../prepare/schema-view.js';
import { describeEncoding } from './encoding.js';
import { describeParameter } from './parameters.js';
import { describeXml } from './xml.js';

export interface BodyPlan {
  readonly schema: Schema;
  readonly bytes: ReadonlySet<string>;
}

/** Everything the dispatcher needs to know about an operation. */
export function describeOperation(
  operation: OperationModel,
  body: BodyPlan | undefined,
  codecs: Codecs,
  cost: StrictCost & { readonly priority?: number },
  view: SchemaView,
): OperationDescriptor {
  const responses = operation.responses.map(({ status, content }): [string, ResponseDescriptor] => [
    status,
    { contentTypes: content.map(({ contentType }) => contentType) },
  ]);
  return {
    ...(operation.operationId !== undefined && { operationId: operation.operationId }),
    method: operation.method,
    path: operation.path,
    ...(operation.servers && { servers: operation.servers }),
    ...(operation.tags.length > 0 && { tags: operation.tags }),
    ...(operation.deprecated && { deprecated: true as const }),
    effect: operation.effect,
    parameters: operation.parameters.map(describeParameter),
    ...(operation.body && body && { body: describeBody(operation.body, body, view) }),
    ...(operation.security && { security: operation.security }),
    ...(responses.length > 0 && { responses: Object.fromEntries(responses) }),
    ...(Object.keys(codecs).length > 0 && { codecs }),
    strict: { ...cost, ...(operation.strictMode && { mode: operation.strictMode }) },
  };
}

function describeBody(model: RequestBodyModel, { schema, bytes }: BodyPlan, view: SchemaView): BodyDescriptor {
  const encoding = describeEncoding(model, schema, bytes, view);
  return {
    property: model.property,
    ...(model.required && { required: true as const }),
    kind: model.kind,
    contentTypes: model.contentTypes,
    ...(encoding && { encoding }),
    ...(model.kind === 'xml' && describeXml(schema, view)),
  };
}
