import { CATALOGUE, type DiagnosticCode } from './catalogue.js';
import type { Diagnostic, Severity, SpecLocation } from './diagnostic.js';

/** Makes a diagnostic with the catalogue's severity and help, unless the caller knows better ones. */
export function createDiagnostic(
  code: DiagnosticCode,
  message: string,
  details: { location?: SpecLocation | undefined; help?: string; severity?: Severity } = {},
): Diagnostic {
  const { severity, help } = CATALOGUE[code];
  return {
    code,
    severity: details.severity ?? severity,
    message: printable(message),
    help: details.help ?? help,
    ...(details.location && { location: details.location }),
  };
}

/** Cuts long text and replaces control and invisible characters, so that spec text cannot steer a terminal. */
export function printable(text: string, limit = 400): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ');
  return clean.length > limit ? `${clean.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…` : clean;
}
