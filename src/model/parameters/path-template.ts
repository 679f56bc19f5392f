/** Names of the variables of a path template, in order, each once. An unpaired brace is literal text. */
export function templateVariables(path: string): string[] {
  return [...new Set([...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? ''))];
}

/** Servers take no longer ones, and each variable of a path is told with the whole of it. */
const MAX_LENGTH = 4000;

/** Why a path cannot be sent safely; undefined where it can. */
export function pathFault(template: string): string | undefined {
  if (template.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(template)) return 'it holds control characters';
  // Names in braces may hold any character; what stands there is judged when it is filled in.
  const path = template.replace(/\{[^{}]*\}/g, 'x');
  if (/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(path)) return 'it is an absolute URL';
  if (!path.startsWith('/')) return 'it does not start with a slash';
  if (path.startsWith('//')) return 'it starts with two slashes, which name a host';
  if (path.includes('\\')) return 'it holds a backslash';
  const segments = (path.split('?', 1)[0] ?? '').split('/');
  if (segments.some(isDotSegment)) return 'it holds a dot segment ("." or "..")';
  return undefined;
}

/** Dot segments survive neither URL parsers nor proxies, percent-encoded or with a `;` behind them either. */
function isDotSegment(segment: string): boolean {
  let text = segment;
  for (let round = 0; round < 4; round += 1) {
    const decoded = text.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%5c/gi, '\\').replace(/%25/g, '%');
    if (decoded === text) break;
    text = decoded;
  }
  return text.split(/[/\\]/).some((part) => /^\.{1,2}$/.test(part.split(';', 1)[0] ?? ''));
}
