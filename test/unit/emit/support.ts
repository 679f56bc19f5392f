import type { EmitInput } from '../../../src/emit/emit-input.js';
import type { LoweredApi, ToolModel } from '../../../src/lower/tool-model.js';
import type { ApiModel } from '../../../src/model/api-model.js';
import type { Schema } from '../../../src/normalize/normalized-spec.js';
import type { BodyKind, PackageDescriptor } from '../../../src/runtime/contract.js';

export interface ToolSketch {
  name: string;
  typeName?: string;
  file?: string;
  method?: string;
  path?: string;
  text?: string;
  input?: Record<string, Schema>;
  required?: string[];
  outputs?: Schema[];
  body?: BodyKind;
}

export interface Sketch {
  title?: string;
  tools: ToolSketch[];
  definitions?: Record<string, Schema>;
  package?: Partial<PackageDescriptor>;
  bare?: boolean;
  validators?: EmitInput['validators'];
}

const COST = { optional: 0, unions: 0, pooled: 0, size: 10, leaves: 1 };

function tool(sketch: ToolSketch): ToolModel {
  const { name, typeName, file = 'default', method = 'GET', path = `/${name}`, text = name } = sketch;
  const { input = {}, required = [], outputs = [], body } = sketch;
  const operation = {
    name,
    typeName: typeName ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    method,
    path,
    location: { pointer: `/paths/${name}` },
    summary: text,
    tags: [],
    file,
    deprecated: false,
    effect: 'read' as const,
    parameters: [],
    responses: [],
  };
  return {
    definition: {
      name,
      description: text,
      input_schema: { type: 'object', properties: input, required, additionalProperties: false },
    },
    descriptor: {
      operationId: name,
      method,
      path,
      effect: 'read',
      parameters: [],
      strict: COST,
      ...(body && { body: { property: 'body', kind: body, contentTypes: ['x/y'] } }),
    },
    validationSchema: { type: 'object', properties: input, required },
    inputType: {
      properties: Object.entries(input).map(([key, schema]) => ({
        name: key,
        schema,
        required: required.includes(key),
      })),
    },
    outputTypes: outputs,
    outputKinds: outputs.length > 0 ? ['json'] : ['empty'],
    operation,
    encodings: [],
    tokens: 10,
    fields: 1,
    guardable: 1,
    documentation: [text, `${method} ${path}`],
  };
}

export const TEMPLATES = {
  'README.md': '%%PACKAGE%% %%COUNT%% %%SERVER%% %%VALIDATORS%% %%INSTALL%%\n%%CREDENTIALS%%\n%%TOOLS%%\n%%PLAN%%\n',
  'agent.mjs': 'run();\n',
  'agent-search.mjs': 'search();\n',
};

export const RUNTIME = [
  { path: 'index.js', text: "export * from './shared.js';\r\n" },
  { path: 'index.d.ts', text: 'export type * from "./contract.js";\n' },
  { path: 'shared.js', text: '' },
  { path: 'contract.d.ts', text: 'export interface BytesInput {}\n' },
  { path: 'xml.js', text: '' },
  { path: 'multipart.js', text: '' },
  { path: 'oauth.js', text: '' },
  { path: 'ajv.js', text: '' },
  { path: 'load-ajv.js', text: '' },
  { path: 'validators.js', text: '' },
];

/** A whole input from a few words. */
export function sketchInput(sketch: Sketch): EmitInput {
  const pack: PackageDescriptor = {
    contract: 1,
    name: 'pets-tools',
    envPrefix: 'PETS',
    servers: [{ url: 'https://pets.example' }],
    securitySchemes: {},
    ...sketch.package,
  };
  const tools = sketch.tools.map(tool);
  const files = [...new Set(tools.map(({ operation }) => operation.file))];
  const api: ApiModel = {
    title: sketch.title ?? 'Pets',
    version: '1',
    package: pack,
    operations: tools.map(({ operation }) => operation),
    tags: files.map((file) => ({ name: file, file })),
    skipped: [],
    definitions: new Map(Object.entries(sketch.definitions ?? {})),
    locate: () => undefined,
  };
  const lowered: LoweredApi = { tools, skipped: [], sharedSchemas: sketch.definitions as never, diagnostics: [] };
  return {
    api,
    lowered: { ...lowered, sharedSchemas: lowered.sharedSchemas ?? {} },
    runtimeFiles: RUNTIME,
    templates: TEMPLATES,
    manifest: {
      generatorVersion: '9.9.9',
      specHash: 'ab',
      files: [],
      diagnostics: { warnings: 0, notes: 0 },
      options: {},
      dependencies: { ajv: '^8.0.0' },
      sdk: '^1.0.0',
    },
    bare: sketch.bare ?? false,
    validators: sketch.validators ?? 'lazy',
    validatorFiles: [],
  };
}
