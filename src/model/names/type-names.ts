import { stableHash } from './hash.js';
import { settleNames } from './settle.js';
import { methodAndPath, pascalCase, shorten } from './words.js';

/** Global types that declarations use or readers expect, and the names that every package exports. In lower case. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'Array ArrayBuffer Blob Boolean Buffer Date Error File FormData Function Infinity JSON Map Math NaN Number Object',
    'Omit Partial Pick Promise Proxy Readonly Record Reflect RegExp Request Required Response Set String Symbol URL',
    'Uint8Array WeakMap WeakSet any bigint boolean class const default delete enum export extends false function import',
    'in interface never new null number object return string symbol this throw true type typeof undefined unknown var',
    'void with Tool ToolName ToolInputs ToolOutputs ToolInput ToolOutput ToolDefinition ToolSelection ToolUse ToolResult',
    'ToolCallError ToolLoopError ToolLoopOptions ToolLoopResult ToolResultBlock ToolOutcome OperationDescriptor',
    'PackageDescriptor Dispatcher DispatcherOptions Credential Credentials JSONSchema JsonValue JsonObject HttpRequest',
    'RunnableTool BytesInput Bytes CallEvent LoopEvent PendingCall',
  ]
    .join(' ')
    .toLowerCase()
    .split(' '),
);

/** Longest base; `Input` and `Output` are put behind it. */
const LIMIT = 80;

/**
 * Bases of type names (`GetPet` for `getPet`) of all operations: identifiers whose own name, `…Input` and `…Output` meet
 * neither each other, nor component types, nor global types. Compared without case.
 */
export function typeNames(
  operations: readonly { readonly name: string; readonly method: string; readonly path: string }[],
  componentNames: Iterable<string>,
): string[] {
  const taken = new Set(RESERVED);
  for (const name of componentNames) taken.add(pascalCase(name).toLowerCase()).add(name.toLowerCase());
  const candidates = operations.map(({ name, method, path }) => {
    const base = identifier(name);
    const place = () => shorten(`${base}${pascalCase(methodAndPath(method, path))}`, LIMIT, '');
    return { names: [() => base, place, () => `${base}${stableHash(`${method} ${path}`, 12)}`] };
  });
  return settleNames(candidates, (name) => ['', 'Input', 'Output'].map((end) => `${name}${end}`.toLowerCase()), taken);
}

function identifier(name: string): string {
  const words = shorten(pascalCase(name), LIMIT, '');
  if (words === '') return `Operation${stableHash(name)}`;
  return /^[0-9]/.test(words) ? `Operation${words}` : words;
}
