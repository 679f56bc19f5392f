import type { Compiler, JSONSchema, SharedSchemaModule, Validate } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { bounded } from './budget.js';
import type { AjvLike } from './load-ajv.js';

/** Makes the compiler of one package. Ajv is loaded at the first compilation. */
export function createCompiler(shared: SharedSchemaModule): Compiler {
  return { first: instanceCache(shared, false), all: instanceCache(shared, true) };
}

function instanceCache(
  shared: SharedSchemaModule,
  allErrors: boolean,
): (name: string, schema: JSONSchema) => Promise<Validate> {
  let instance: Promise<AjvLike> | undefined;
  const compiled = new Map<string, Validate>();
  return async (name, schema) => {
    const known = compiled.get(name);
    if (known !== undefined) return known;
    instance ??= loadInstance(shared, allErrors);
    const validate = bounded(compile(await instance, schema));
    compiled.set(name, validate);
    return validate;
  };
}

/** Loaded when something is compiled: many programs import a package and call nothing. */
async function loadInstance(shared: SharedSchemaModule, allErrors: boolean): Promise<AjvLike> {
  const { loadAjv } = await import('./load-ajv.js');
  return (await loadAjv(shared, { allErrors })).ajv;
}

/** Workers and hardened processes run no code from strings: then Ajv cannot compile. */
function compile(ajv: AjvLike, schema: JSONSchema): Validate {
  try {
    return ajv.compile(schema) as Validate;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'EvalError') throw error;
    const text =
      'Inputs cannot be checked here: this platform runs no code from strings, which the package makes its validators of. Nothing was sent. Tell the user to generate the package with --validators precompiled';
    throw new ToolCallError('INTERNAL', text, { cause: error });
  }
}
