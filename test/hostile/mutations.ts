export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Place {
  readonly holder: { [key: string]: Json } | Json[];
  readonly key: string;
}

/** Stands for a number that JSON text can say but no value can hold. */
const HUGE = '@1e999@';

const JUNK: readonly string[] = [
  ...[
    'null',
    'true',
    '0',
    '-1',
    '1.5',
    '"x"',
    '""',
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '{"a":null}',
    '"\\ud800"',
    '"a\\u0000b"',
  ],
  ...['{"$ref":"#"}', '{"$ref":"#/paths"}', '{"$ref":1}', '{"$ref":"#/info/title"}', '{"$ref":"none.yaml#/a"}'],
  ...['{"allOf":[{"$ref":"#"}]}', '{"type":"array"}', '{"type":["string","null","nothing"]}', '{"not":{}}', 'false'],
  ...['{"__proto__":{"type":"string"},"constructor":1}', '{"enum":[]}', '{"oneOf":[]}', '{"const":null}', `"${HUGE}"`],
  ...['{"type":"object","additionalProperties":false}', '{"$id":"https://example.com/a","$ref":"b"}', '["a","a"]'],
];

const KEYS: readonly (readonly [string, string])[] = [
  ['$ref', '"#/components/schemas/None"'],
  ['$id', '"https://example.com/s/x"'],
  ['$anchor', '"a"'],
  ['nullable', 'true'],
  ['type', '"file"'],
  ['type', '["integer","object"]'],
  ['readOnly', 'true'],
  ['required', '["a","a",1]'],
  ['discriminator', '"kind"'],
  ['discriminator', '{"propertyName":"kind","mapping":{"a":"#/none","b":1}}'],
  ['additionalProperties', 'false'],
  ['patternProperties', '{"^(a+)+$":{"type":"string"}}'],
  ['pattern', '"["'],
  ['enum', '[1,"1",null,true,{}]'],
  ['minimum', `"${HUGE}"`],
  ['multipleOf', '0'],
  ['maxItems', '-3'],
  ['items', '[{"type":"string"}]'],
  ['allOf', '[{"type":"string"},{"type":"integer"}]'],
  ['anyOf', '[{"type":"null"},{"required":["z"]}]'],
  ['not', '{}'],
  ['in', '"cookie"'],
  ['style', '"deepObject"'],
  ['name', '"a[b]"'],
  ['content', '{"multipart/form-data":{"schema":{"$ref":"#"}}}'],
  ['parameters', '{"a":1}'],
  ['security', '[{"none":[]},{}]'],
  ['servers', '[{"url":"https://{a}.example.com"}]'],
  ['x-tools-gen', '{"exclude":"no","parameters":{"a":{"value":null}}}'],
  ['operationId', '"constructor"'],
  ['tags', '[null,"__proto__"]'],
];

/** Changes a document at random places, in place. */
export function mutate(document: Json, changes: number, random: () => number): void {
  for (let change = 0; change < changes; change += 1) {
    const places = placesOf(document);
    const place = pick(places, random);
    if (place) pick(MUTATIONS, random)?.(place, places, random);
  }
}

/** The text of a document, with the numbers that no value can hold. */
export function textOf(document: Json): string {
  return JSON.stringify(document).replaceAll(`"${HUGE}"`, '1e999');
}

type Mutation = (place: Place, places: readonly Place[], random: () => number) => void;

const MUTATIONS: readonly Mutation[] = [
  ({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  },
  (place) => set(place, null),
  (place, _places, random) => set(place, JSON.parse(pick(JUNK, random) ?? '0')),
  (place, _places, random) => set(place, JSON.parse(pick(JUNK, random) ?? '0')),
  (place) => set(place, [get(place)]),
  (place) => set(place, { value: get(place) }),
  (place) => {
    const value = get(place);
    if (Array.isArray(value)) set(place, Object.fromEntries(value.map((item, at) => [`${at}`, item])));
    else if (typeof value === 'object' && value !== null) set(place, Object.values(value));
    else set(place, String(value));
  },
  // Another part of the document in place of this one.
  (place, places, random) => {
    const other = pick(places, random);
    if (other) set(place, structuredClone(get(other)));
  },
  // A key under the name of another one.
  (place, places, random) => {
    const { holder, key } = place;
    const other = pick(places, random);
    if (Array.isArray(holder) || !other) return;
    const value = get(place);
    delete holder[key];
    define(holder, other.key, value);
  },
  // A reference to another place.
  (_place, places, random) => {
    const reference = pick(
      places.filter(({ key }) => key === '$ref'),
      random,
    );
    const other = pick(places, random);
    if (!reference || !other) return;
    const targets = [
      structuredClone(get(other)),
      '#',
      '#/paths',
      '#/components',
      '#a',
      'x.json',
      'https://example.com/s/x',
      7,
    ];
    set(reference, pick(targets, random) ?? '');
  },
  (place, _places, random) => {
    const value = get(place);
    const [key, text] = pick(KEYS, random) ?? [];
    if (typeof value !== 'object' || value === null || Array.isArray(value) || key === undefined) return;
    define(value, key, JSON.parse(text ?? 'null'));
  },
];

function get({ holder, key }: Place): Json {
  return Reflect.get(holder, key) ?? null;
}

function set({ holder, key }: Place, value: Json): void {
  define(holder, key, value);
}

function define(holder: object, key: string, value: Json): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true });
}

function pick<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)];
}

function placesOf(document: Json): Place[] {
  const found: Place[] = [];
  const open: Json[] = [document];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, value] of Object.entries(node)) {
      if (node !== document || (key !== 'openapi' && key !== 'swagger')) found.push({ holder: node, key });
      open.push(value);
    }
  }
  return found;
}
