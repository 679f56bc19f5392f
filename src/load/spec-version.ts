import { loadFailure } from './failure.js';
import { foreignDocument } from './foreign-document.js';
import type { SourceFile, SpecVersion } from './loaded-spec.js';

/** Reads the family of the OpenAPI version from the root of the document. Throws when it is none that is understood. */
export function specVersion(root: SourceFile): SpecVersion {
  const { value, name } = root;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const kind = Array.isArray(value)
      ? 'a list'
      : value === null
        ? 'empty'
        : typeof value === 'string'
          ? 'plain text'
          : `a ${typeof value}`;
    throw loadFailure('SPEC_NOT_OPENAPI', `${name} is ${kind}, not an object.`, name);
  }
  const written = ownText(value, 'openapi') ?? ownText(value, 'swagger');
  if (written === undefined) {
    const { is = 'has neither `openapi` nor `swagger` at its root', help } = foreignDocument(value) ?? {};
    throw loadFailure('SPEC_NOT_OPENAPI', `${name} ${is}.`, name, undefined, help);
  }
  const family = familyOf(written);
  if (!family) throw loadFailure('SPEC_VERSION_UNSUPPORTED', `${name} says version "${written}".`, name);
  return family;
}

function familyOf(written: string): SpecVersion | undefined {
  if (/^2(?:\.0){0,2}$/.test(written)) return '2.0';
  if (written === '3') return '3.0';
  const match = /^3\.([012])(?:\.\d+)?(?:-[\w.]+)?$/.exec(written);
  return match ? (`3.${match[1]}` as SpecVersion) : undefined;
}

/** The version as text; YAML reads an unquoted `2.0` or `3.1` as a number. */
function ownText(value: object, key: string): string | undefined {
  const found: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  if (typeof found === 'string') return found.trim();
  return typeof found === 'number' ? String(found) : undefined;
}
