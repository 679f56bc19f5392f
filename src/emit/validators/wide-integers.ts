import type { LoweredApi, ToolModel } from '../../lower/tool-model.js';
import type { JSONSchema } from '../../runtime/contract.js';
import { isWideInteger } from '../../runtime/validate/place-integers.js';

const SHARED = 'shared#/$defs/';

/** What a schema holds, without what its references lead to. */
interface Contents {
  readonly wide: boolean;
  readonly references: readonly string[];
}

/** The tools with a 64-bit integer somewhere in their input. Rather one too many: data is taken for schemas as well. */
export function toolsWithWideIntegers({ tools, sharedSchemas }: LoweredApi): ReadonlySet<ToolModel> {
  const definitions = new Map(Object.entries(sharedSchemas).map(([name, schema]) => [name, contentsOf(schema)]));
  const leadsToOne = (tool: ToolModel): boolean => {
    const own = contentsOf(tool.validationSchema);
    const met = new Set(own.references);
    if (own.wide) return true;
    for (const name of met) {
      const { wide = false, references = [] } = definitions.get(name) ?? {};
      if (wide) return true;
      for (const next of references) met.add(next);
    }
    return false;
  };
  return new Set(tools.filter(leadsToOne));
}

function contentsOf(schema: JSONSchema): Contents {
  const references = new Set<string>();
  let wide = false;
  const open: unknown[] = [schema];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    wide ||= isWideInteger(value as JSONSchema);
    const reference: unknown = Reflect.get(value, '$ref');
    if (typeof reference === 'string' && reference.startsWith(SHARED)) references.add(reference.slice(SHARED.length));
    for (const member of Object.values(value)) open.push(member ?? null);
  }
  return { wide, references: [...references] };
}
