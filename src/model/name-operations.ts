import type { NormalizedSpec } from '../normalize/normalized-spec.js';
import type { Adjustment } from './adjust/adjustments.js';
import { adjustmentOf, documentExtensions } from './adjust/adjustments.js';
import { userOverrides } from './adjust/user-overrides.js';
import type { ModelOptions } from './api-model.js';
import { fileSlugs, UNTAGGED } from './names/file-slugs.js';
import { toolNames } from './names/tool-names.js';
import { typeNames } from './names/type-names.js';
import type { Report } from './report.js';

/** What is decided about an operation before any filter. */
export interface OperationNames {
  readonly name: string;
  readonly typeName: string;
  readonly file: string;
  readonly adjustment: Adjustment;
}

/** Names and adjustments of every operation of the document, in its order, and the files of all tags. */
export function nameOperations(
  spec: NormalizedSpec,
  options: ModelOptions,
  report: Report,
): { readonly operations: OperationNames[]; readonly files: ReadonlyMap<string, string> } {
  const { operations } = spec;
  const sources = operations.map(({ method, path, operationId }) => ({
    method,
    path,
    ...(operationId !== undefined && { wanted: operationId }),
  }));
  const plain = toolNames(sources);
  const named = operations.map((operation, index) => ({ ...operation, name: plain[index] ?? '' }));
  const user = userOverrides(named, options.overrides, report);
  const document = documentExtensions(spec, report);
  const adjustments = operations.map((each, index) =>
    adjustmentOf(each, document[index] ?? {}, user[index] ?? {}, report),
  );
  const names = adjustments.every(({ name }) => name === undefined)
    ? plain
    : toolNames(
        sources.map((source, index) => {
          const name = adjustments[index]?.name;
          return name === undefined ? source : { ...source, wanted: name };
        }),
      );
  reportNames(spec, names, report);
  const files = fileSlugs([...spec.tags.map(({ name }) => name), ...operations.flatMap(({ tags }) => tags)]);
  const types = typeNames(
    operations.map(({ method, path }, index) => ({ method, path, name: names[index] ?? '' })),
    spec.definitions.keys(),
  );
  return {
    files,
    operations: operations.flatMap(({ tags }, index) => {
      const [name, typeName, adjustment] = [names[index], types[index], adjustments[index]];
      if (name === undefined || typeName === undefined || adjustment === undefined) return [];
      return [{ name, typeName, adjustment, file: files.get(tags[0] ?? UNTAGGED) ?? UNTAGGED }];
    }),
  };
}

function reportNames({ operations }: NormalizedSpec, names: readonly string[], report: Report): void {
  const holders = new Map<string, number>();
  for (const { operationId } of operations) {
    if (operationId !== undefined) holders.set(operationId, (holders.get(operationId) ?? 0) + 1);
  }
  for (const [index, { operationId, method, path, location }] of operations.entries()) {
    const name = names[index] ?? '';
    if (operationId === undefined || operationId === name) continue;
    report.add('NAME_CHANGED', `"${operationId}" (${method} ${path}) becomes the tool ${name}.`, { location });
    if ((holders.get(operationId) ?? 0) < 2) continue;
    const message = `${holders.get(operationId)} operations have the operationId "${operationId}".`;
    report.add('OPERATION_ID_DUPLICATE', message, { location, key: operationId });
  }
}
