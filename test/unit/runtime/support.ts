import { writeMultipart } from '../../../src/runtime/body/multipart.js';
import { writeXml } from '../../../src/runtime/body/xml.js';
import type {
  DispatcherOptions,
  HttpRequest,
  JSONSchema,
  OperationDescriptor,
  PackageDescriptor,
  Toolkit,
  ToolSet,
} from '../../../src/runtime/contract.js';
import { fetchToken } from '../../../src/runtime/credentials/oauth.js';
import { buildToolkit } from '../../../src/runtime/toolkit.js';
import { createCompiler } from '../../../src/runtime/validate/ajv.js';
import { dottedPath } from '../../../src/runtime/validate/describe.js';

export interface TestTool {
  operation: Partial<OperationDescriptor>;
  schema?: JSONSchema;
}

/** A toolkit over hand-written operations, without codecs: the written form is the natural form. */
export function toolkitOf(
  tools: Record<string, TestTool>,
  pack: Partial<PackageDescriptor> = {},
  shared: Record<string, JSONSchema> = {},
): Toolkit {
  const operations: Record<string, OperationDescriptor> = {};
  const schemas: Record<string, JSONSchema> = {};
  for (const [name, { operation, schema }] of Object.entries(tools)) {
    operations[name] = {
      method: 'GET',
      path: '/',
      effect: operation.method === undefined || operation.method === 'GET' ? 'read' : 'write',
      parameters: [],
      strict: { optional: 0, unions: 0, pooled: 0, size: 0, leaves: 0 },
      ...operation,
    };
    schemas[name] = schema ?? { type: 'object' };
  }
  const set: ToolSet = {
    package: {
      contract: 1,
      name: 'test-tools',
      envPrefix: 'TEST',
      servers: [{ url: 'http://api.example.test' }],
      securitySchemes: {},
      ...pack,
    },
    definitions: Object.keys(tools).map((name) => ({
      name,
      description: name,
      input_schema: { type: 'object', properties: {}, additionalProperties: false },
    })),
    operations,
    schemas: async () => ({ module: { schemas }, shared: { $defs: shared } }),
    plugins: { compiler: createCompiler, multipart: writeMultipart, xml: writeXml, oauth: fetchToken },
  };
  return buildToolkit([set], {
    decode: (_definition, _operation, written) => written,
    encode: (_definition, _operation, natural) => natural,
    closedFaults: () => [],
    writtenPath: (_definition, _operation, _written, segments) => dottedPath(segments),
    plan: (all) => [...all],
    select: (all) => [...all],
    toRunnableTools: () => [],
  });
}

/** A `fetch` that records what it gets and answers from a list. */
export function recordingFetch(answers: (Response | (() => Response | Promise<Response>))[] = []): {
  fetch: NonNullable<DispatcherOptions['fetch']>;
  seen: HttpRequest[];
} {
  const seen: HttpRequest[] = [];
  let next = 0;
  return {
    seen,
    fetch: async (url, init: HttpRequest) => {
      seen.push({ ...init, url });
      const answer = answers[Math.min(next, answers.length - 1)];
      next += 1;
      if (answer === undefined) return new Response('{}', { headers: { 'content-type': 'application/json' } });
      return typeof answer === 'function' ? answer() : answer.clone();
    },
  };
}

export const use = (name: string, input: unknown = {}, id = 'toolu_1') => ({ id, name, input });

export const text = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));
