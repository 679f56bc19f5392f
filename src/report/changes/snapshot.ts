import { isRecord, type JsonRecord, listOf, own, recordOf, textOf } from './json-data.js';
import type { readLiteral } from './read-literal.js';

/** Text of a file of a package, by path; `undefined` where there is none. */
export type FileReader = (path: string) => string | undefined;

/** One tool as a package on disk has it. */
export interface ToolSnapshot {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly effect: string;
  readonly description: string;
  /** What the model sees. */
  readonly input: JsonRecord;
  /** The validation schema. */
  readonly schema: JsonRecord;
  /** The whole descriptor. */
  readonly descriptor: JsonRecord;
}

/** Data of a package, read from its files. */
export interface PackageSnapshot {
  readonly tools: readonly ToolSnapshot[];
  /** Schemas that the tools share, by name. */
  readonly shared: JsonRecord;
  readonly servers: readonly unknown[];
  readonly securitySchemes: JsonRecord;
}

/**
 * Reads the tools of some groups (`pets` for `tools/pets.js`). A file that is missing or is not what a run writes has no
 * tools.
 */
export function readSnapshot(
  read: FileReader,
  groups: readonly string[],
  literalOf: typeof readLiteral,
): PackageSnapshot {
  const data = (path: string, name: string) => literalOf(read(path) ?? '', name);
  const pack = recordOf(data('descriptor.js', 'packageDescriptor'));
  return {
    tools: groups.flatMap((group) => readGroup(read, data, group)),
    shared: recordOf(data('schemas/shared.js', '$defs')),
    servers: listOf(pack['servers']),
    securitySchemes: recordOf(pack['securitySchemes']),
  };
}

/** Where a package has the data of a tag: packages of earlier versions beside the tools' types. */
export function dataFile(read: FileReader, group: string): string {
  const earlier = `tools/${group}.js`;
  return read(earlier)?.includes('\nexport const definitions = ') ? earlier : `data/${group}.js`;
}

function readGroup(read: FileReader, data: (path: string, name: string) => unknown, group: string): ToolSnapshot[] {
  const file = dataFile(read, group);
  const definitions = listOf(data(file, 'definitions')).filter(isRecord);
  const operations = recordOf(data(file, 'operations'));
  const schemas = recordOf(data(`schemas/${group}.js`, 'schemas'));
  return definitions.map((definition) => {
    const name = textOf(definition['name']);
    const descriptor = recordOf(own(operations, name));
    return {
      name,
      method: textOf(descriptor['method']),
      path: textOf(descriptor['path']),
      effect: textOf(descriptor['effect']),
      description: textOf(definition['description']),
      input: recordOf(definition['input_schema']),
      schema: recordOf(own(schemas, name)),
      descriptor,
    };
  });
}
