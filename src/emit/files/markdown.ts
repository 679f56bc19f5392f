/** Characters of a table's cell at most. */
const MAX_CELL = 160;

/**
 * Text of a document as one line of plain Markdown: no link, image, HTML, formatting or column can come of it. GitHub makes
 * links of bare hosts and addresses, even of an `@` that is written as an entity: a space of no width parts them.
 */
export function cell(text: string): string {
  return shortLine(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~$]/g, '\\$&')
    .replace(/(https?|ftp|mailto|javascript|data)(?=:)/gi, '$1&#8203;')
    .replace(/www(?=\.)/gi, '$&&#8203;')
    .replace(/@/g, '&#64;&#8203;');
}

/**
 * Text of a document as code in a cell. Back-ticks have no way to be written there and are replaced. A bar would end the cell,
 * also behind a backslash, which readers of tables take as an escape itself.
 */
export function codeCell(text: string): string {
  return `\`${shortLine(text)
    .replace(/`/g, "'")
    .replace(/(\\*)\|/g, '$1$1\\|')}\``;
}

/** One line without invisible characters, bounded; a cut never parts a surrogate pair. */
function shortLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s\u2028\u2029]+/gu, ' ').trim();
  return line.length > MAX_CELL ? `${line.slice(0, MAX_CELL - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
}

/** A table from cells that are already Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
