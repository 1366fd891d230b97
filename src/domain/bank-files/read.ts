import type { BankFile, Mapping, Table } from './bank-file.ts';
import { type KnownLayout, LAYOUTS } from './layouts/banks.ts';
import { type Columns, columnsOf, headerNames, knownColumns } from './tables/columns.ts';
import { readUnknown } from './tables/guess.ts';
import { RowReader, type SheetPlan } from './tables/rows.ts';

/**
 * Reads a table of a bank, a card or anybody: known ones by the names of their columns, others by a guess over the whole
 * file or by what a person says of it.
 */
export function readTable(table: Table, { mapping }: { mapping?: Mapping } = {}): BankFile {
  const known = recognise(table);
  return known ? readKnown(table, known.layout, known.sheets) : readUnknown(table, mapping);
}

/** The layout that knows the most columns of the file's headers, wherever they stand. */
function recognise(table: Table): { layout: KnownLayout; sheets: SheetPlan[] } | null {
  const headers = table.sheets.map(({ rows }) =>
    rows.flatMap((row, index) => {
      const names = headerNames(row);
      return names ? [{ index, names }] : [];
    }),
  );
  let best: { layout: KnownLayout; sheets: SheetPlan[]; known: number } | null = null;
  for (const layout of LAYOUTS) {
    let known = 0;
    const sheets = table.sheets.map((sheet, index): SheetPlan => {
      const found = new Map<number, Columns>();
      for (const header of headers[index] ?? []) {
        const columns = columnsOf(header.names, layout);
        if (!columns) continue;
        found.set(header.index, columns);
        known += knownColumns(columns);
      }
      return { name: sheet.name, rows: sheet.rows, headers: found };
    });
    if (known > (best?.known ?? 0)) best = { layout, sheets, known };
  }
  return best;
}

function readKnown(table: Table, layout: KnownLayout, sheets: SheetPlan[]): BankFile {
  const reader = new RowReader(
    layout,
    { dateOrder: 'dmy', decimalMark: '.', sign: layout.sign ?? 'minus_out', is1904: table.is1904 ?? false },
    layout.currency,
    table.sheets.length > 1,
  );
  for (const sheet of sheets) reader.read(sheet);
  const file = reader.finish(layout.kind);
  const [bank] = layout.banks ?? [];
  if (bank) {
    const titles = table.sheets.flatMap(({ rows }) => rows.slice(0, 30)).flatMap(({ cells }) => cells);
    const named = layout.banks?.find((name) =>
      titles.some((cell) => typeof cell === 'string' && cell.includes(name)),
    );
    for (const account of file.accounts) account.name = named ?? bank;
  }
  return file;
}
