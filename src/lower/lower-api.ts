import { createDiagnostic } from '../diagnostics/create.js';
import type { SpecLocation } from '../diagnostics/diagnostic.js';
import type { ApiModel, OperationModel, SkippedOperation } from '../model/api-model.js';
import type { JSONSchema } from '../runtime/contract.js';
import { measureCost } from '../runtime/strict/cost.js';
import { type Lowering, lowerOperation } from './lower-operation.js';
import { createPatternJudge } from './natural/dangerous-pattern.js';
import { createNatural } from './natural/natural-schema.js';
import { createSharedSchemas } from './natural/shared-schemas.js';
import { createReporter } from './prepare/report.js';
import { createView, type SchemaView } from './prepare/schema-view.js';
import { createJsonWords } from './print/json-words.js';
import { createMeter } from './print/measure.js';
import { prioritiesOf } from './priorities.js';
import { reportEncodings } from './report-encodings.js';
import type { LoweredApi, LowerOptions, ToolModel } from './tool-model.js';
import { createWriter } from './written/write-schema.js';

/**
 * Lowers every operation to a tool: the schema the model sees, the one Ajv checks, and what undoes the difference.
 * An operation that cannot become a tool is left out with its reason and costs the others nothing.
 */
export function lowerApi(model: ApiModel, options: LowerOptions): LoweredApi {
  const locations = new Map<object, SpecLocation>(model.operations.map((each) => [each, each.location]));
  const locate = (part: object): SpecLocation | undefined => locations.get(part) ?? model.locate(part);
  const { report, diagnostics } = createReporter((part) => locate(part) ?? locate(view.originOf(part) ?? part));
  const view: SchemaView = createView(model.definitions, 'request', report);
  const natural = createNatural(view);
  const isDangerous = createPatternJudge();
  const shared = createSharedSchemas(view, natural, report, isDangerous);
  const jsonWords = createJsonWords(view);
  const lowering: Lowering = {
    options,
    view,
    natural,
    jsonWords,
    report,
    measureCost,
    priorities: prioritiesOf(model.operations, options.strictFirst ?? [], report),
    writer: createWriter(model.definitions, view, report, isDangerous),
    toValidation: shared.toValidation,
    meter: createMeter(jsonWords),
  };
  const tools: ToolModel[] = [];
  const skipped: SkippedOperation[] = [];
  for (const operation of model.operations) {
    try {
      const { tool, notes } = lowerOperation(operation, lowering);
      reportEncodings(tool, notes, report);
      tools.push(tool);
    } catch (error) {
      skipped.push(skip(operation, error));
    }
  }
  return {
    tools,
    skipped,
    sharedSchemas: shared.schemas() as Readonly<Record<string, JSONSchema>>,
    diagnostics: diagnostics(),
  };
}

function skip(operation: OperationModel, error: unknown): SkippedOperation {
  const cause = error instanceof Error ? error.message : String(error);
  const message = `${operation.method} ${operation.path} cannot become a tool: ${cause}`;
  return {
    method: operation.method,
    path: operation.path,
    ...(operation.operationId !== undefined && { operationId: operation.operationId }),
    reason: createDiagnostic('TOOL_TOO_COMPLEX', message, { location: operation.location }),
  };
}
