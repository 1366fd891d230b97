import { parse } from 'csv-parse/sync';
import type { BankFile, Cell, Table } from '../../../src/domain/bank-files/bank-file.ts';

/** Rows of a sheet from its first line on; null is a line left out. */
export type Lines = (Cell[] | null)[];

export function sheetsOf(sheets: Record<string, Lines>, format: Table['format'] = 'xlsx'): Table {
  return {
    format,
    sheets: Object.entries(sheets).map(([name, lines]) => ({ name, rows: rowsOf(lines) })),
  };
}

export function htmlOf(lines: Lines): Table {
  return { format: 'html', sheets: [{ name: null, rows: rowsOf(lines) }] };
}

function rowsOf(lines: Lines) {
  return lines.flatMap((cells, index) => (cells ? [{ line: index + 1, cells }] : []));
}

/** The table of a CSV whose separator is the likeliest of the usual ones. */
export function csvOf(text: string): Table {
  const [delimiter = ','] = [',', ';', '\t'].toSorted(
    (one, other) => text.split(other).length - text.split(one).length,
  );
  let line = 1;
  const records = parse(text, {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  const rows = records.map(({ record, info }) => {
    const row = { line, cells: record };
    line = info.lines + 1;
    return row;
  });
  return { format: 'csv', sheets: [{ name: null, rows }] };
}

/** Rows as short texts: date, signed amount, description. */
export function rowsAsText(file: BankFile): string[] {
  return file.rows.map(
    ({ date, amount, type, description }) =>
      `${date} ${type === 'expense' ? '-' : ''}${amount} ${description}`,
  );
}
