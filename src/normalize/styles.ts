import type { ParameterPlace, Style } from './normalized-spec.js';

const STYLES: ReadonlySet<string> = new Set([
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'cookie',
  'tabDelimited',
] satisfies Style[]);

export function isStyle(text: string | undefined): text is Style {
  return text !== undefined && STYLES.has(text);
}

/** The style of each place where none is written, first, and those allowed there (OpenAPI, Style Values). */
const STYLES_OF: Readonly<Record<ParameterPlace, readonly [Style, ...Style[]]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
  querystring: ['form'],
};

export function defaultStyle(place: ParameterPlace): Style {
  return STYLES_OF[place][0];
}

export function isStyleOf(place: ParameterPlace, style: string): style is Style {
  return STYLES_OF[place].some((known) => known === style);
}

/** `explode` where none is written. For `deepObject` the specification knows only the exploded form. */
export function defaultExplode(style: Style): boolean {
  return style === 'form' || style === 'cookie' || style === 'deepObject';
}
