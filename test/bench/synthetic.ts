/** What a made-up document looks like. The same shape gives the same document, to the byte. */
export interface SyntheticShape {
  operations: number;
  /** Component schemas; default one for every two operations. */
  schemas?: number;
  /** `near`: a schema refers to its neighbours (long chains). `wide`: to schemas all over the document. `chain`: one path through all. */
  graph?: 'near' | 'wide' | 'chain';
  seed?: number;
}

type Json = Record<string, unknown>;

/** Pseudo-random numbers in [0, 1): mulberry32, public domain. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const SCALARS: readonly Json[] = [
  { type: 'string', maxLength: 100 },
  { type: 'integer', minimum: 0 },
  { type: 'boolean' },
  { type: 'string', enum: ['new', 'open', 'closed'] },
  { type: 'string', format: 'date-time', nullable: true },
  { type: 'array', items: { type: 'string' }, maxItems: 20 },
];

const reference = (at: number): Json => ({ $ref: `#/components/schemas/Thing${at}` });

/** A document in the manner of real ones: tags of 25 operations, parameters, bodies, shared schemas that refer to each other. */
export function syntheticSpec({ operations, graph = 'wide', seed = 1, ...rest }: SyntheticShape): Json {
  const schemas = rest.schemas ?? Math.max(4, Math.ceil(operations / 2));
  const random = randomFrom(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const targetOf = (at: number): number | undefined => {
    if (graph === 'wide') return pick(schemas);
    const next = at + 1 + (graph === 'chain' ? 0 : pick(3));
    return next < schemas ? next : undefined;
  };
  const thing = (at: number): Json => {
    const fields = Array.from({ length: 4 + pick(5) }, (_, index) => {
      const scalar = SCALARS[pick(SCALARS.length)] ?? {};
      return [`field_${index}`, { ...scalar, description: `Field ${index} of thing ${at}, as the service keeps it.` }];
    });
    const targets = graph === 'chain' ? [targetOf(at)] : [targetOf(at), targetOf(at)];
    const links = targets.flatMap((target, index) => {
      if (target === undefined) return [];
      return [[`link_${index}`, index === 0 ? reference(target) : { type: 'array', items: reference(target) }]];
    });
    return { type: 'object', required: ['field_0'], properties: Object.fromEntries([...fields, ...links]) };
  };
  const paths: Record<string, Json> = {};
  for (let at = 0; at < operations; at += 1) {
    const method = METHODS[at % METHODS.length] ?? 'get';
    const group = Math.floor(at / METHODS.length);
    const path = `/area_${Math.floor(at / 25)}/things_${group}/{id}`;
    const body = { content: { 'application/json': { schema: reference(pick(schemas)) } } };
    const item = paths[path] ?? {};
    item[method] = {
      operationId: `${method}Thing${group}`,
      tags: [`area ${Math.floor(at / 25)}`],
      summary: `${method} things of kind ${group}.`,
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
        { name: 'filter', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
      ],
      ...(method !== 'get' && method !== 'delete' && { requestBody: { required: true, ...body } }),
      responses: {
        200: { description: 'Done.', content: { 'application/json': { schema: reference(pick(schemas)) } } },
      },
    };
    paths[path] = item;
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Synthetic', version: '1' },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths,
    components: { schemas: Object.fromEntries(Array.from({ length: schemas }, (_, at) => [`Thing${at}`, thing(at)])) },
  };
}

/** A document whose one body can be walked along 2^`levels` paths: each schema holds the next one twice. */
export function dagSpec(levels: number): Json {
  const level = (at: number): Json => ({
    type: 'object',
    required: ['left', 'right'],
    properties: at + 1 < levels ? { left: reference(at + 1), right: reference(at + 1) } : { left: { type: 'string' } },
  });
  const schema = reference(0);
  const media = { 'application/json': { schema } };
  return {
    openapi: '3.1.0',
    info: { title: 'Graph', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/graph': {
        post: {
          operationId: 'sendGraph',
          requestBody: { required: true, content: media },
          responses: { 200: { description: 'Done.', content: media } },
        },
      },
    },
    components: { schemas: Object.fromEntries(Array.from({ length: levels }, (_, at) => [`Thing${at}`, level(at)])) },
  };
}
