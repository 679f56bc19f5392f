import { type DocText, docText } from '../source/sink.js';

/** Characters of one comment at most. */
const MAX_LENGTH = 2000;

interface Documented {
  readonly description?: unknown;
  readonly deprecated?: unknown;
}

/** A schema is printed several times: in drafts, in both directions, in every tag. */
const known = new WeakMap<Documented, DocText | ''>();

/** The comment of a schema: its description, and whether it is deprecated. `undefined` when there is nothing to say. */
export function documentation(schema: Documented): DocText | undefined {
  const made = known.get(schema) ?? document(schema) ?? '';
  known.set(schema, made);
  return made === '' ? undefined : made;
}

function document(schema: Documented): DocText | undefined {
  const text = typeof schema.description === 'string' ? schema.description : '';
  return comment([text], schema.deprecated === true);
}

/** A comment of several paragraphs; a tag of our own says that the thing is deprecated. */
export function comment(paragraphs: readonly string[], deprecated: boolean): DocText | undefined {
  const told = new Set(paragraphs.map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== ''));
  const text = docText(shorten([...told].join('\n\n')));
  const parts = [text, deprecated ? '@deprecated' : ''].filter((part) => part !== '');
  return parts.length === 0 ? undefined : (parts.join('\n\n') as DocText);
}

const shorten = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);
