import type { BankFile, DateOrder, Mapping, Table } from '../bank-file.ts';
import { type KnownLayout, LAYOUTS } from '../layouts/banks.ts';
import { type DecimalMark, provenMark, writtenAmount } from '../tables/amounts.ts';
import { type Columns, columnsOf, headerNames, knownColumns } from '../tables/columns.ts';
import { dateOf, writtenDate } from '../tables/dates.ts';
import { findTable } from '../tables/found-table.ts';
import { readUnknown, refuseTable } from '../tables/guess.ts';
import { RowReader, type SheetPlan, type Style } from '../tables/rows.ts';
import { cellText } from '../tables/text.ts';
import { isOutNegative } from '../tables/writing.ts';

/**
 * Reads a table of any bank or card: known ones by the names of their columns, others by a guess over the whole
 * file or by the mapping that a person chose.
 */
export function readTable(table: Table, { mapping }: { mapping?: Mapping } = {}): BankFile {
  const known = recognize(table);
  return known ? readKnown(table, known.layout, known.sheets) : readUnknown(table, mapping);
}

/** The layout that knows the most columns of the file's headers, in any row. */
function recognize(table: Table): { layout: KnownLayout; sheets: SheetPlan[] } | null {
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
  if (!best) return null;
  const { layout, sheets } = best;
  sheets.forEach(({ headers: found }, index) => {
    for (const header of headers[index] ?? []) {
      const columns = found.has(header.index) ? null : columnsOf(header.names, layout, true);
      if (columns) found.set(header.index, columns);
    }
  });
  return best;
}

function readKnown(table: Table, layout: KnownLayout, sheets: SheetPlan[]): BankFile {
  const style: Style = {
    dateOrder: orderOfSheets(sheets),
    decimalMark: markOfSheets(sheets),
    sign: layout.sign ?? 'minus_out',
    is1904: table.is1904 ?? false,
  };
  style.isOutNegative = sheets.some(({ rows, headers }) =>
    [...headers.values()].some((columns) => isOutNegative(rows, columns, style)),
  );
  const reader = new RowReader(layout, style, layout.currency, table.sheets.length > 1);
  sheets.forEach((sheet, index) => {
    const unknown = sheet.headers.size === 0 && table.sheets[index] ? findTable(table.sheets[index]) : null;
    if (unknown) refuseTable(reader, unknown, table.sheets.length > 1);
    else reader.read(sheet);
  });
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

/** The day stands before the month, unless a program in another language saved the file and some day shows it. */
function orderOfSheets(sheets: SheetPlan[]): DateOrder {
  const misfits = { dmy: 0, mdy: 0 };
  for (const { rows, headers } of sheets) {
    const indexes = new Set([...headers.values()].flatMap(({ date }) => date ?? []));
    for (const { cells } of rows)
      for (const index of indexes) {
        const written = writtenDate(cellText(cells[index]));
        if (!written || written.order) continue;
        if (dateOf(written, 'dmy') === null) misfits.dmy++;
        if (dateOf(written, 'mdy') === null) misfits.mdy++;
      }
  }
  return misfits.dmy > 0 && misfits.mdy === 0 ? 'mdy' : 'dmy';
}

/** Most files have points; exports in some languages have commas. */
function markOfSheets(sheets: SheetPlan[]): DecimalMark {
  let points = 0;
  let commas = 0;
  for (const { rows, headers } of sheets) {
    const indexes = new Set(
      [...headers.values()].flatMap(({ amount, out, in: income, balance, original }) =>
        [amount, out, income, balance, original].flatMap((columns) => columns ?? []),
      ),
    );
    for (const { cells } of rows)
      for (const index of indexes) {
        const cell = cells[index];
        const mark = typeof cell === 'string' ? provenMark(writtenAmount(cell)?.body ?? '') : null;
        if (mark === '.') points++;
        else if (mark === ',') commas++;
      }
  }
  return commas > points ? ',' : '.';
}
