import { MASK, type Secrets } from '../credentials/secrets.js';
import { rewriteJson } from '../json/scan.js';
import { cleanText } from '../text.js';
import type { Decoded } from './decode.js';

/** An answer without secrets, for programs: its texts are otherwise as they came. */
export function forProgram(decoded: Decoded, secrets: Secrets): Decoded {
  if (decoded.kind === 'json') return { kind: 'json', text: redactJson(decoded.text, secrets) };
  if (decoded.kind !== 'text') return decoded;
  const text = secrets.redact(decoded.text);
  return decoded.raw === undefined ? { ...decoded, text } : { ...decoded, text, raw: secrets.redact(decoded.raw) };
}

/**
 * An answer for the model: hidden characters removed, then secrets masked, so that none can hide behind them, and both
 * before anything is cut, so that no part of one is left.
 */
export function forModel(decoded: Decoded, secrets: Secrets): Decoded {
  if (!('text' in decoded)) return decoded;
  const text = cleanText(decoded.text);
  return { ...decoded, text: decoded.kind === 'json' ? redactJson(text, secrets) : secrets.redact(text) };
}

/** JSON text with secrets masked in strings, however they are escaped, and in numbers. It stays valid. */
function redactJson(text: string, secrets: Secrets): string {
  if (secrets.isEmpty || (!text.includes('\\') && secrets.redact(text) === text)) return text;
  return rewriteJson(text, (token) => redactToken(token, secrets));
}

function redactToken(token: string, secrets: Secrets): string {
  if (!token.startsWith('"')) return secrets.redact(token) === token ? token : JSON.stringify(MASK);
  if (!token.includes('\\')) return `"${secrets.redact(token.slice(1, -1))}"`;
  const value = JSON.parse(token) as string;
  const masked = secrets.redact(value);
  return masked === value ? token : JSON.stringify(masked);
}
