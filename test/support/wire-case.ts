import type { OperationDescriptor } from '../../src/runtime/contract.js';
import { type SentPart, type SentRequest, sendThrough } from './send-through.js';
import { toolkitFromSpec } from './spec-toolkit.js';

export interface Part {
  name?: string;
  filename?: string;
  filenameDecoded?: string;
  contentType?: (string | null)[];
  headers?: Record<string, string>;
  body?: string;
  bodyBase64?: string;
  json?: unknown;
}

/** What must reach `fetch`, or that nothing may. */
export interface Expected {
  error?: true;
  method?: string;
  url?: string;
  origin?: string;
  headers?: Record<string, string>;
  headersAbsent?: string[];
  headersNotEqual?: Record<string, string>;
  cookie?: string | null;
  body?: string;
  bodyBase64?: string;
  json?: unknown;
  jsonText?: string;
  noBody?: true;
  form?: [string, string][];
  parts?: Part[];
}

/** A document, an operation of it, values by parameter name, and the request they must give. */
export interface WireCase {
  id: string;
  kind: string;
  spec: Record<string, unknown>;
  operationId: string;
  args: Record<string, unknown>;
  expected: Expected;
  accept?: Expected[];
}

/** `{"$binary": …}` of a case, in our form for bytes; everything else as it stands. */
function toNatural(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toNatural);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const { $binary, ...rest } = value as { $binary?: string };
  if ($binary !== undefined) return { source: 'base64', data: $binary, ...rest };
  return Object.fromEntries(entries.map(([key, item]) => [key, toNatural(item)]));
}

/** Puts each argument where the descriptor has it; what is no parameter is (a field of) the body. */
function toInput(args: Record<string, unknown>, operation: OperationDescriptor): Record<string, unknown> {
  const input = new Map<string, unknown>();
  const fields = new Map<string, unknown>();
  const body = operation.body?.property ?? 'body';
  for (const [key, raw] of Object.entries(args)) {
    const [, place, plain] = /^(path|query|header|cookie):(.*)$/.exec(key) ?? [undefined, undefined, key];
    const parameter = operation.parameters.find((p) => p.name === plain && (place === undefined || p.in === place));
    if (parameter) input.set(parameter.property, toNatural(raw));
    else if (key === 'body') input.set(body, toNatural(raw));
    else fields.set(key, toNatural(raw));
  }
  // An argument that no parameter takes (an ignored header) has no place to go.
  if (operation.body && fields.size > 0 && !input.has(body)) {
    const [only] = fields.values();
    const isWhole = operation.body?.kind !== 'form' && operation.body?.kind !== 'multipart';
    input.set(body, isWhole ? only : Object.fromEntries(fields));
  }
  return Object.fromEntries(input);
}

const essence = (type: string | undefined) => type?.split(';')[0]?.trim().toLowerCase();

function headerFaults(sent: SentRequest, wanted: Expected): string[] {
  const faults: string[] = [];
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    const got = sent.headers[name];
    const same = name === 'content-type' ? essence(got) === essence(value) : got === value;
    if (!same) faults.push(`header ${name}: ${got} instead of ${value}`);
  }
  for (const name of wanted.headersAbsent ?? [])
    if (sent.headers[name] !== undefined) faults.push(`header ${name} is there`);
  for (const [name, value] of Object.entries(wanted.headersNotEqual ?? {}))
    if (sent.headers[name] === value) faults.push(`header ${name} is ${value}`);
  if (wanted.cookie !== undefined && (sent.headers['cookie'] ?? null) !== wanted.cookie)
    faults.push(`cookie ${sent.headers['cookie']} instead of ${wanted.cookie}`);
  return faults;
}

/** What is wrong with one part, each as `[what, got, wanted]`. */
function partDifferences(got: SentPart, want: Part): [string, unknown, unknown][] {
  const decoded = got.filename?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
  const types = want.contentType?.map((type) => (type === null ? undefined : essence(type)));
  const compared: [string, unknown, unknown][] = [
    ['name', got.name, want.name],
    ['filename', got.filename, want.filename ?? got.filename],
    ['filename', decoded, want.filenameDecoded ?? decoded],
    ['body', got.body.toString(), want.body ?? got.body.toString()],
    ['bytes', got.body.toString('base64'), want.bodyBase64 ?? got.body.toString('base64')],
    ['type', types?.includes(essence(got.contentType)) ?? true, true],
    ...Object.entries(want.headers ?? {}).map(([name, value]): [string, unknown, unknown] => [
      name,
      got.headers[name.toLowerCase()],
      value,
    ]),
  ];
  if (want.json !== undefined)
    compared.push(['JSON', JSON.stringify(JSON.parse(got.body.toString())), JSON.stringify(want.json)]);
  return compared.filter(([, a, b]) => a !== b);
}

function partFaults(sent: SentRequest, parts: Part[]): string[] {
  if (sent.parts.length !== parts.length) return [`${sent.parts.length} parts instead of ${parts.length}`];
  return parts.flatMap((want, index) => {
    const got = sent.parts[index];
    const differences = got ? partDifferences(got, want) : [];
    return differences.map(([what, a, b]) => `part ${index} ${what}: ${a} instead of ${b}`);
  });
}

function bodyFaults(sent: SentRequest, wanted: Expected, exact: boolean): string[] {
  const text = sent.body.toString();
  if (wanted.parts) return partFaults(sent, wanted.parts);
  if (wanted.form) {
    const pairs = [...new URLSearchParams(text)];
    const byName = (list: [string, string][]) => [...list].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    if (JSON.stringify(byName(pairs)) !== JSON.stringify(byName(wanted.form))) return [`form ${text}`];
    return exact && wanted.body !== undefined && text !== wanted.body ? [`body ${text} instead of ${wanted.body}`] : [];
  }
  if (wanted.noBody && sent.body.length > 0) return [`a body: ${text}`];
  if (wanted.body !== undefined && text !== wanted.body) return [`body ${text} instead of ${wanted.body}`];
  if (wanted.bodyBase64 !== undefined && sent.body.toString('base64') !== wanted.bodyBase64) return ['other bytes'];
  if (wanted.jsonText !== undefined && text !== wanted.jsonText)
    return [`JSON text ${text} instead of ${wanted.jsonText}`];
  if (
    wanted.body === undefined &&
    wanted.json !== undefined &&
    JSON.stringify(JSON.parse(text)) !== JSON.stringify(wanted.json)
  )
    return [`JSON ${text}`];
  return [];
}

function faults(sent: SentRequest | undefined, wanted: Expected, exact: boolean): string[] {
  if (wanted.error) return sent ? [`${sent.method} ${sent.url} was sent`] : [];
  if (!sent) return ['nothing was sent'];
  const found: string[] = [];
  const { origin, target } = sent;
  if (wanted.method !== undefined && sent.method !== wanted.method) found.push(`method ${sent.method}`);
  if (wanted.url !== undefined && target !== wanted.url) found.push(`url ${target} instead of ${wanted.url}`);
  if (wanted.origin !== undefined && origin !== wanted.origin) found.push(`origin ${origin}`);
  return [...found, ...headerFaults(sent, wanted), ...bodyFaults(sent, wanted, exact)];
}

const EXACT_BODY = /^form-allowreserved|delim/;

/** Drives a case from its document to the wire. Every list is one permitted result and what differs from it. */
export async function wireFaults({
  id,
  spec,
  operationId,
  args,
  expected,
  accept = [],
}: WireCase): Promise<{ faults: string[][]; answer: string }> {
  const wanted = [expected, ...accept];
  const toolkit = await toolkitFromSpec(spec);
  const operation = toolkit.operations[operationId];
  if (!operation) return { faults: wanted.map(({ error }) => (error ? [] : ['left out'])), answer: '' };
  const { sent, result } = await sendThrough(toolkit, operationId, toInput(args, operation));
  return {
    faults: wanted.map((each) => faults(sent, each, EXACT_BODY.test(id))),
    answer: JSON.stringify(result.content),
  };
}
