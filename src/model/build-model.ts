import { createDiagnostic } from '../diagnostics/create.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import type { NormalizedSpec } from '../normalize/normalized-spec.js';
import type { PackageDescriptor } from '../runtime/contract.js';
import { targetOf } from '../runtime/selectors.js';
import type { ApiModel, ModelOptions, OperationModel, SkippedOperation, TagModel } from './api-model.js';
import { buildOperation } from './build-operation.js';
import { nameOperations } from './name-operations.js';
import { UNTAGGED } from './names/file-slugs.js';
import { envPrefix, packageName } from './names/package-name.js';
import { Report } from './report.js';
import { buildSecuritySchemes, type Security } from './security.js';
import { selectedBy } from './select.js';
import { buildServers, checkBaseUrl } from './servers.js';

/**
 * What the document means: the selected operations with every name decided. Names depend on the whole document, never on
 * the filters. Throws a `ToolsGenError` for options that cannot be used and where nothing is left to generate.
 */
export function buildModel(
  spec: NormalizedSpec,
  options: ModelOptions,
): { readonly model: ApiModel; readonly diagnostics: readonly Diagnostic[] } {
  const report = new Report();
  const named = nameOperations(spec, options, report);
  const security = buildSecuritySchemes(spec, report);
  const pack = packageOf(spec, options, security, report);
  const targets = spec.operations.map((operation, index) => targetOf(named.operations[index]?.name ?? '', operation));
  const selected = selectedBy(targets, options, report);

  const operations: OperationModel[] = [];
  const skipped: SkippedOperation[] = [...spec.unreadable];
  for (const [index, given] of spec.operations.entries()) {
    const names = named.operations[index];
    if (names === undefined || selected[index] !== true || names.adjustment.exclude) continue;
    const outcome = buildOperation(given, names, spec, security, report);
    if ('operation' in outcome) operations.push(outcome.operation);
    else skipped.push(outcome.skipped);
  }
  const diagnostics = [...report.list(), ...skipped.map(({ reason }) => reason).filter(isNew(spec))];
  if (operations.length === 0) throw new ToolsGenError([...diagnostics, nothingLeft(spec, skipped.length)]);
  const { title, version, description } = spec.info;
  const model: ApiModel = {
    title,
    version,
    ...(description !== undefined && { description }),
    package: pack,
    operations,
    tags: tagsOf(spec, operations, named.files),
    skipped,
    definitions: spec.definitions,
    locate: spec.locate,
  };
  return { model, diagnostics };
}

/** What could not be read was reported by the stage that read it. */
function isNew({ unreadable }: NormalizedSpec): (reason: Diagnostic) => boolean {
  const told = new Set(unreadable.map(({ reason }) => reason));
  return (reason) => !told.has(reason);
}

function nothingLeft({ operations }: NormalizedSpec, skipped: number): Diagnostic {
  if (operations.length === 0 && skipped === 0) {
    return createDiagnostic('NO_OPERATIONS', 'The document has no operations (webhooks and callbacks are not tools).');
  }
  const message =
    skipped === 0 ? 'The filters leave no operation.' : `No operation can be a tool; ${skipped} were left out.`;
  return createDiagnostic('NO_OPERATIONS', message);
}

function packageOf(spec: NormalizedSpec, options: ModelOptions, security: Security, report: Report): PackageDescriptor {
  const name = packageName(spec.info.title, options.name);
  return {
    contract: 1,
    name,
    envPrefix: envPrefix(name),
    servers: buildServers(spec.servers, spec, { pointer: '/servers' }, report),
    ...(spec.url !== undefined && { specUrl: spec.url }),
    ...(options.server !== undefined && { baseUrl: checkBaseUrl(options.server) }),
    securitySchemes: security.schemes,
    ...(options.strict !== 'plan' && { strict: options.strict }),
  };
}

/** Tags of the selected operations: the document's order, then that of first use; `default` for those without one. */
function tagsOf(
  spec: NormalizedSpec,
  operations: readonly OperationModel[],
  files: ReadonlyMap<string, string>,
): TagModel[] {
  const used = new Set(operations.flatMap(({ tags }) => (tags.length === 0 ? [UNTAGGED] : tags)));
  const described = new Map(spec.tags.map(({ name, description }) => [name, description]));
  const names = new Set([...described.keys(), ...used]);
  return [...names]
    .filter((name) => used.has(name))
    .map((name) => {
      const description = described.get(name);
      return { name, file: files.get(name) ?? UNTAGGED, ...(description !== undefined && { description }) };
    });
}
