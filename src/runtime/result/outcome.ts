import type { ToolOutcome } from '../contract.js';
import type { Secrets } from '../credentials/secrets.js';
import { ToolCallError } from '../errors.js';
import { quoteBigIntegers } from '../json/scan.js';
import type { CallOutcome } from '../run-call.js';
import { isJsonType } from '../serialize/content.js';
import { type Decoded, decodeAnswer } from './decode.js';
import { forProgram } from './redact.js';

/** The typed outcome of a successful call: parsed JSON, text, bytes, or undefined where there is no body. */
export function outcomeOf(outcome: CallOutcome, secrets: Secrets): ToolOutcome<unknown> {
  if (outcome.answer === undefined) {
    return { ok: true, status: 0, headers: {}, data: outcome.request };
  }
  const { answer } = outcome;
  const decoded = forProgram(decodeAnswer(answer), secrets);
  if (
    decoded.kind === 'text' &&
    decoded.isBrokenJson === true &&
    isJsonType(answer.headers.get('content-type') ?? '')
  ) {
    throw new ToolCallError('UNDECODABLE', 'The API said that its answer is JSON, but it is not', {
      status: answer.status,
    });
  }
  const shown = Object.entries(answer.headers.all()).filter(([name]) => name !== 'set-cookie');
  const headers = Object.fromEntries(shown.map(([name, value]) => [name, secrets.redact(value)]));
  return { ok: true, status: answer.status, headers, data: dataOf(decoded) };
}

function dataOf(decoded: Decoded): unknown {
  switch (decoded.kind) {
    case 'empty':
      return undefined;
    case 'json':
      return JSON.parse(quoteBigIntegers(decoded.text));
    case 'text':
      return decoded.raw ?? decoded.text;
    default:
      return decoded.bytes;
  }
}
