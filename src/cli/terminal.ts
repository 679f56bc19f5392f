/** What may be written to a stream: colours only on a terminal whose owner did not say no (https://no-color.org). */
export interface Terminal {
  readonly color: boolean;
  /** Whether a person watches. */
  readonly live: boolean;
  readonly columns: number;
  write(text: string): void;
}

/** The terminal behind one of the process's own streams. */
export function terminalOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Terminal {
  const live = stream.isTTY === true && env['TERM'] !== 'dumb';
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  return {
    live,
    color: env['NO_COLOR'] ? false : live || forced,
    columns: stream.columns || 100,
    write: (text) => {
      stream.write(text);
    },
  };
}

const STYLES = { red: 31, yellow: 33, blue: 34, cyan: 36, green: 32, bold: 1, dim: 2 } as const;
export type Style = keyof typeof STYLES;

/** Wraps text in a style where colours are wanted. The text must be clean of control characters already. */
export function paint(terminal: Terminal, style: Style, text: string): string {
  return terminal.color && text !== '' ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text;
}

/** Text of a foreign server or document, safe to show: control and invisible characters replaced, lines and tabs kept. */
export function showable(text: string): string {
  return text.replace(/[^\P{C}\n\t]|[\u2028\u2029]/gu, '\uFFFD');
}

/** A value as JSON text in which every control or invisible character is escaped: the same value, harmless when shown. */
export function printJson(value: unknown): string {
  const escaped = (text: string) =>
    Array.from(
      { length: text.length },
      (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join('');
  return `${JSON.stringify(value, null, 2).replace(/[^\P{C}\n]|[\u2028\u2029]/gu, escaped)}\n`;
}
