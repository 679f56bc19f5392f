/** A column: its title, and on which side its cells are aligned. */
export interface Column {
  readonly title: string;
  readonly align?: 'right';
}

/**
 * Rows under aligned titles, two spaces between columns, no trailing blanks. Cells must be one line of clean text.
 */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) =>
    rows.reduce((width, row) => Math.max(width, [...(row[index] ?? '')].length), column.title.length),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ align }, index) => {
        const cell = cells[index] ?? '';
        const blank = ' '.repeat((widths[index] ?? 0) - [...cell].length);
        return align === 'right' ? blank + cell : cell + blank;
      })
      .join('  ')
      .trimEnd();
  return [columns.map(({ title }) => title), ...rows].map((row) => `${line(row)}\n`).join('');
}
