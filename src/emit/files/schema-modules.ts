import type { LoweredApi } from '../../lower/tool-model.js';
import type { PackageDescriptor } from '../../runtime/contract.js';
import type { ToolGroup } from '../emit-input.js';
import type { GeneratedFile } from '../generated-file.js';
import { BANNER } from '../source/banner.js';
import { openLiteral } from '../source/data-literal.js';

const RECORD_OF_SCHEMAS = "Readonly<Record<string, import('../runtime/contract.js').JSONSchema>>";

/** `schemas/<tag>.js` and its declaration: the validation schemas of the tag's tools, by tool name. */
export function schemaModule({ tag, tools }: ToolGroup): GeneratedFile[] {
  const schemas = Object.fromEntries(
    tools.map(({ definition, validationSchema }): [string, unknown] => [definition.name, validationSchema]),
  );
  return dataModule(`schemas/${tag.file}`, 'schemas', schemas, RECORD_OF_SCHEMAS);
}

/** `schemas/shared.js`: the definitions to which they refer, by name, so that another operation moves none of them. */
export function sharedSchemas({ sharedSchemas: definitions }: LoweredApi): GeneratedFile[] {
  const ordered = Object.entries(definitions).sort(([left], [right]) => (left < right ? -1 : 1));
  return dataModule('schemas/shared', '$defs', Object.fromEntries(ordered), RECORD_OF_SCHEMAS);
}

/** `descriptor.js`: what the package knows besides its operations. */
export function descriptorModule(pack: PackageDescriptor): GeneratedFile[] {
  return dataModule('descriptor', 'packageDescriptor', pack, "import('./runtime/contract.js').PackageDescriptor");
}

function dataModule(
  path: string,
  name: 'schemas' | '$defs' | 'packageDescriptor',
  data: object,
  type: string,
): GeneratedFile[] {
  return [
    { path: `${path}.js`, text: `${BANNER}\nexport const ${name} = ${openLiteral(data)};\n` },
    { path: `${path}.d.ts`, text: `${BANNER}\nexport declare const ${name}: ${type};\n` },
  ];
}
