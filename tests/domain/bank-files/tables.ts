import type { BankFile, Cell, Table } from '../../../src/domain/bank-files/bank-file.ts';
import { readCsv } from '../../../src/domain/bank-files/formats/csv.ts';

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

export function csvOf(text: string): Table {
  return readCsv(new TextEncoder().encode(text));
}

/** Rows as short texts: date, signed amount, description. */
export function rowsAsText(file: BankFile): string[] {
  return file.rows.map(
    ({ date, amount, type, description }) =>
      `${date} ${type === 'expense' ? '-' : ''}${amount} ${description}`,
  );
}
