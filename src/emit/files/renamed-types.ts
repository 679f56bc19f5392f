import { createDiagnostic } from '../../diagnostics/create.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ApiModel } from '../../model/api-model.js';
import type { EmitInput } from '../emit-input.js';
import { typeNameOf } from '../types/type-names.js';
import { runtimeNames } from './runtime-names.js';

/** Tells of each schema that cannot have a type of its own name, because the package exports that name already. */
export function renamedTypes(
  { definitions, locate }: ApiModel,
  runtimeFiles: EmitInput['runtimeFiles'],
): readonly Diagnostic[] {
  const taken = runtimeNames({ runtimeFiles });
  return [...definitions].flatMap(([name, schema]) => {
    const wanted = typeNameOf(name);
    if (!taken.has(wanted)) return [];
    const location = typeof schema === 'object' ? locate(schema) : undefined;
    const message = `The type of the schema "${name}" is not ${wanted}: the package exports another type of that name.`;
    return [createDiagnostic('NAME_CHANGED', message, location === undefined ? {} : { location })];
  });
}
