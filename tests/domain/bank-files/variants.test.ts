import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BankFile, Cell, Table } from '../../../src/domain/bank-files/bank-file.ts';
import { detect } from '../../../src/domain/bank-files/formats/detect.ts';
import { readHtml } from '../../../src/domain/bank-files/formats/html.ts';
import { readXls } from '../../../src/domain/bank-files/formats/xls.ts';
import { readXlsx } from '../../../src/domain/bank-files/formats/xlsx.ts';
import { LAYOUTS } from '../../../src/domain/bank-files/layouts/banks.ts';
import { readTable } from '../../../src/domain/bank-files/reading/read.ts';
import { readBytes } from '../../../src/domain/bank-files/reading/read-bytes.ts';
import { headerNames } from '../../../src/domain/bank-files/tables/columns.ts';
import { EXAMPLES, expectedOf } from './expected.ts';

// The examples of known banks and cards in other writings, which must be read as the same.

const READERS = { html: readHtml, xls: readXls, xlsx: readXlsx } as Record<
  string,
  (bytes: Uint8Array) => Table
>;

const TABLES = readdirSync(EXAMPLES)
  .filter((name) => !name.endsWith('.expected.json'))
  .filter((name) => LAYOUTS.some(({ kind }) => kind === expectedOf(name).kind))
  .map((name) => {
    const bytes = readFileSync(new URL(name, EXAMPLES));
    return { name, table: (READERS[detect(bytes)] as (bytes: Uint8Array) => Table)(bytes) };
  });

const two = (value: number) => String(value).padStart(2, '0');
const serial = (date: string) => Date.parse(date) / 86_400_000 + 25_569;
const DATES: ((date: string) => Cell)[] = [
  (date) => ({ date }),
  (date) => date.split('-').reverse().join('/'),
  (date) => date.slice(2).split('-').reverse().join('.'),
  (date) => `${date.split('-').reverse().join('-')} 00:00:00`,
  (date) => serial(date),
  (date) => `\u200f${date}`,
];
const grouped = (value: number) =>
  Math.abs(value)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',');
const AMOUNTS: ((value: number) => Cell)[] = [
  (value) => value,
  (value) => `${value < 0 ? '-' : ''}${grouped(value)}`,
  (value) => `${grouped(value)}${value < 0 ? '-' : ''}`,
  (value) => (value < 0 ? `(${grouped(value)})` : grouped(value)),
  (value) => `₪ ${value < 0 ? '-' : ''}${grouped(value)}`,
  (value) => `\u200e${value < 0 ? '−' : ''}${grouped(value)}\u00a0ש"ח`,
];
const NAMES: ((name: string) => string)[] = [
  (name) => name,
  (name) => `\u202b${name.replaceAll(' ', '\u00a0')}\u202c `,
  (name) => name.replaceAll(' ', '\r\n'),
  (name) => name.replace(/["״]|''/g, '״').replaceAll("'", '׳'),
];
const TITLES: Cell[][] = [['כותרת'], ['', 'הופק על ידי', 'דנה'], ['הופק בתאריך', '01/02/2026'], ['', '']];

const WRITTEN_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/;

interface Variant {
  table: Table;
  order: number[];
  date: number;
  amount: number;
  name: number;
  titles: number[];
}

/** Columns in another order with empty ones between, under more titles, with other dates, amounts and names. */
function varied({ table, order, date, amount, name, titles }: Variant): Table {
  const cellOf = (cell: Cell, isName: boolean): Cell => {
    if (typeof cell === 'object') return DATES[date]?.(cell.date) ?? cell;
    if (typeof cell === 'number') return Number.isInteger(cell) ? cell : (AMOUNTS[amount]?.(cell) ?? cell);
    const [, day, month, year = ''] = WRITTEN_DATE.exec(cell) ?? [];
    if (day)
      return (
        DATES[date]?.(`${year.length === 2 ? '20' : ''}${year}-${two(Number(month))}-${two(Number(day))}`) ??
        cell
      );
    return isName ? (NAMES[name]?.(cell) ?? cell) : cell;
  };
  return {
    ...table,
    sheets: table.sheets.map((sheet) => {
      const width = Math.max(...sheet.rows.map(({ cells }) => cells.length));
      const places = order.filter((place) => place < width + 2);
      return {
        ...sheet,
        rows: [
          ...titles.map((title) => TITLES[title] ?? []),
          ...sheet.rows.map(({ cells, line }) => ({ cells, line })),
        ].map((row, index) => {
          if (Array.isArray(row)) return { line: index + 1, cells: row };
          const isHeader = headerNames({ ...row }) !== null;
          const cells = Array.from({ length: width }, (_, at) => cellOf(row.cells[at] ?? '', isHeader));
          return { line: index + 1, cells: places.map((place) => cells[place] ?? '') };
        }),
      };
    }),
  };
}

const reading = ({ kind, accounts, rows, errors, totals, closingBalance }: BankFile) => ({
  kind,
  accounts: accounts.map(({ card, number }) => card ?? number),
  errors,
  totals: totals?.map((total) => ({ ...total, amount: Number(total.amount) })),
  closing: closingBalance === undefined ? null : Number(closingBalance),
  rows: rows.map((row) => ({
    ...{ date: row.date, amount: Number(row.amount), type: row.type, text: row.description },
    ...{ chargeDate: row.chargeDate, isPending: row.isPending, installment: row.installment },
    original: row.original && { ...row.original, amount: Number(row.original.amount) },
  })),
});

const anyVariant = fc.record({
  example: fc.constantFrom(...TABLES),
  order: fc.shuffledSubarray(
    Array.from({ length: 24 }, (_, index) => index),
    { minLength: 24 },
  ),
  date: fc.nat(DATES.length - 1),
  amount: fc.nat(AMOUNTS.length - 1),
  name: fc.nat(NAMES.length - 1),
  titles: fc.array(fc.nat(TITLES.length - 1), { maxLength: 3 }),
});

test('a known file is read as the same in any order of columns and writing of dates, amounts and names', () => {
  fc.assert(
    fc.property(anyVariant, ({ example, ...how }) => {
      const { table } = example;
      expect(reading(readTable(varied({ table, ...how }))), example.name).toEqual(reading(readTable(table)));
    }),
    { numRuns: 120 },
  );
});

// Windows-1255 for what the examples have.
const hebrew = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (code >= 0x5d0 && code <= 0x5ea) return code - 0x5d0 + 0xe0;
    const special: Record<string, number> = {
      '₪': 0xa4,
      '״': 0xd8,
      '׳': 0xd7,
      '\u200f': 0xfe,
      '\u200e': 0xfd,
      '\u00a0': 0xa0,
    };
    return special[letter] ?? (code < 0x80 ? code : 0x3f);
  });

const ENCODINGS: Record<string, (text: string) => Uint8Array> = {
  'utf-8': (text) => new TextEncoder().encode(text),
  'utf-8 with a mark': (text) => new TextEncoder().encode(`\ufeff${text}`),
  'windows-1255': hebrew,
  'utf-16le with a mark': (text) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')),
  'utf-16le': (text) => new Uint8Array(Buffer.from(text, 'utf16le')),
};

test.each(TABLES.filter(({ table }) => table.sheets.length === 1))(
  '$name is read as the same as text',
  ({ table }) => {
    const plain = varied({
      table,
      order: Array.from({ length: 24 }, (_, index) => index),
      ...{ date: 1, amount: 1, name: 0, titles: [] },
    });
    const expected = reading(readTable(plain));
    const cells = plain.sheets[0]?.rows.map((row) => row.cells.map(String)) ?? [];
    for (const [encoding, encode] of Object.entries(ENCODINGS))
      for (const delimiter of [',', ';', '\t', '|']) {
        const text = cells
          .map((row) =>
            row
              .map((cell) => (/[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
              .join(delimiter),
          )
          .join('\r\n');
        expect(reading(readBytes(encode(text))), `${encoding} with ${delimiter}`).toEqual(expected);
      }
    const page = `<table>${cells.map((row) => `<tr>${row.map((cell) => `<td>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}`).join('')}`).join('')}</table>`;
    for (const [encoding, encode] of Object.entries(ENCODINGS))
      expect(reading(readBytes(encode(page))), `a page as ${encoding}`).toEqual(expected);
  },
);
