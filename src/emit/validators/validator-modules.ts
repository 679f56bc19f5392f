import { createDiagnostic } from '../../diagnostics/create.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { LoweredApi, ToolModel } from '../../lower/tool-model.js';
import type { GeneratedFile } from '../generated-file.js';
import { codeText, joinCode, nameFor } from '../source/compiled-code.js';
import { type Identifier, identifier } from '../source/sink.js';
import { type CompiledFunction, type CompiledTools, compileTools, type ValidatorKind } from './compile-tools.js';
import { type ModuleContext, printModule } from './print-module.js';
import { shareFunctions } from './share-functions.js';

const VERB = { first: 'check', all: 'explain' } as const;

/** File of a tool's validator, inside of `validators/`. Tools' names differ without regard to case, and no device is named so. */
export const validatorFile = (toolName: string, kind: ValidatorKind): string => `${VERB[kind]}_${toolName}.js`;

/** The modules, and which tools have none that could check an input. */
export interface ValidatorModules {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** `validators/*.js`: for each tool what checks an input and what explains its faults, and what several of them call. */
export async function validatorModules(lowered: LoweredApi): Promise<ValidatorModules> {
  const first = await modulesOf(lowered, 'first');
  const all = await modulesOf(lowered, 'all');
  const failures = new Map([...all.failures, ...first.failures]);
  return { files: [...first.files, ...all.files], diagnostics: [...failures].map(uncheckable) };
}

function uncheckable([{ definition, operation }, reason]: readonly [ToolModel, string]): Diagnostic {
  const message = `The tool ${definition.name} refuses every call, as there is no validator of its input: ${reason}`;
  return createDiagnostic('SCHEMA_UNCHECKABLE', message, { location: operation.location });
}

type Failures = Pick<CompiledTools, 'failures'>;

async function modulesOf(
  lowered: LoweredApi,
  kind: ValidatorKind,
): Promise<Failures & Pick<ValidatorModules, 'files'>> {
  const compiled = await compileTools(lowered, kind);
  const plan = shareFunctions(compiled);
  const names = nameFunctions([...plan.shared, ...plan.tools.values()].flat(), compiled.roots.values(), (schema) =>
    compiled.definitionNames.get(schema),
  );
  const homes = new Map<CompiledFunction, string>(
    plan.shared.flatMap((group, index) => group.map((each) => [each, sharedFile(kind, index)] as const)),
  );
  const tools = new Map<unknown, ToolModel>([...compiled.roots].map(([tool, root]) => [root?.schema, tool]));
  const context: ModuleContext = {
    kind,
    find: compiled.find,
    nameOf: (each) => names.get(each) ?? INPUT,
    homeOf: (each) => homes.get(each),
    toolOf: (schema) => tools.get(schema),
    definitionOf: (schema) => compiled.definitionNames.get(schema),
  };
  const files = [
    ...plan.shared.map((group, index): GeneratedFile => {
      const exported = joinCode(group.map((each) => codeText`export { ${context.nameOf(each)} };\n`));
      const text = printModule(group, context, { code: exported, uses: [] });
      return { path: `validators/${sharedFile(kind, index)}`, text };
    }),
    ...[...plan.tools].map(([tool, functions]): GeneratedFile => {
      const validator = functions.length > 0 ? INPUT : identifier('uncheckable');
      const uses = ['bounded', ...(functions.length > 0 ? [] : ['uncheckable'])].map(identifier);
      const code = codeText`\nexport const validate = bounded(${validator});\n`;
      const path = `validators/${validatorFile(tool.definition.name, kind)}`;
      return { path, text: printModule(functions, context, { code, uses }) };
    }),
  ];
  return { files, failures: compiled.failures };
}

/** What checks a whole input is called so in the module of each tool. */
const INPUT = identifier('is_input');

const sharedFile = (kind: ValidatorKind, index: number): string => `shared_${VERB[kind]}_${index + 1}.js`;

/** Names of all functions but the tools' own, by the definition that each checks, in the order of these names. */
function nameFunctions(
  functions: readonly CompiledFunction[],
  roots: Iterable<CompiledFunction | undefined>,
  definitionOf: (schema: unknown) => string | undefined,
): ReadonlyMap<CompiledFunction, Identifier> {
  const inputs = new Set(roots);
  const taken = new Set([INPUT]);
  const named = functions
    .filter((each) => !inputs.has(each))
    .map((each) => [each, definitionOf(each.schema) ?? 'part'] as const)
    .sort(([, left], [, right]) => (left < right ? -1 : Number(left > right)));
  return new Map(
    named.map(([each, text]) => {
      const name = nameFor(text, (candidate) => taken.has(candidate));
      taken.add(name);
      return [each, name] as const;
    }),
  );
}
