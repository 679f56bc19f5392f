import type { EmitInput } from '../emit-input.js';

/** Names that the entry point declares or exports as values too: no other type may have them. */
const OWN = ['ToolName', 'ToolInputs', 'ToolOutputs', 'ToolCallError', 'ToolLoopError'];

const EXPORTED = /^export (?:declare )?(?:interface|type|class|const|function) (\w+)/gm;

/**
 * Names of all types that the entry point has beside those of the document: its own and what it exports of the runtime's
 * contract. A type of the same name would take the runtime's place without a word, as an explicit export goes before `*`.
 */
export function runtimeNames({ runtimeFiles }: Pick<EmitInput, 'runtimeFiles'>): ReadonlySet<string> {
  const contract = runtimeFiles.find(({ path }) => path === 'contract.d.ts')?.text ?? '';
  return new Set([...OWN, ...[...contract.matchAll(EXPORTED)].flatMap(([, name]) => name ?? [])]);
}
