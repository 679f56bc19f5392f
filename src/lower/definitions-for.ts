import type { ApiModel } from '../model/api-model.js';
import type { Schema } from '../normalize/normalized-spec.js';
import { createNatural, type Definitions, naturalDefinitions } from './natural/natural-schema.js';
import type { Direction } from './prepare/schema-view.js';
import { createView } from './prepare/schema-view.js';

export interface DirectedSchemas {
  /** Every definition in natural form: `allOf` merged, properties that do not travel this way gone. */
  readonly definitions: Definitions;
  /** The natural form of a schema that stands outside the definitions. */
  readonly prepare: (schema: Schema) => Schema;
}

/** The schemas of an API as they look in requests or in responses: what types are printed from. */
export function schemasFor(model: ApiModel, direction: Direction): DirectedSchemas {
  const prepare = createNatural(createView(model.definitions, direction, () => {}));
  return { definitions: naturalDefinitions(model.definitions, prepare), prepare };
}
