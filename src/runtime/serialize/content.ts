import { plainText, writeJson } from '../json/write.js';

/** True for `application/json` and every `+json` type, parameters aside. */
export function isJsonType(contentType: string): boolean {
  const essence = mediaEssence(contentType);
  return essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json');
}

/** `type/subtype` in lower case, without parameters. */
export function mediaEssence(contentType: string): string {
  const end = contentType.indexOf(';');
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/** A value as text of the media type that a parameter or a form field declares. */
export function contentText(value: unknown, contentType: string): string {
  return isJsonType(contentType) ? writeJson(value) : plainText(value);
}
