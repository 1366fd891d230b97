import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { BankFile, FileRow } from '../../../src/domain/bank-files/bank-file.ts';
import { paysCard } from '../../../src/domain/bank-files/layouts/words.ts';

export const EXAMPLES = new URL('./examples/', import.meta.url);

interface ExpectedRow {
  date: string;
  amount: string;
  type: string;
  description: string;
  payee?: string;
  memo?: string;
  category?: string;
  reference?: string;
  charge_date?: string;
  value_date?: string;
  posting_date?: string;
  currency?: string;
  card?: string;
  original?: { amount: string; currency: string };
  installment?: { n: number; of: number };
  status?: string;
  card_payment?: boolean;
}

export interface ExpectedReading {
  kind: string;
  account: Record<string, string> | null;
  currency: string | null;
  rows?: ExpectedRow[];
  readings?: Record<string, ExpectedRow[]>;
  ambiguous?: string[];
  skipped?: { line: number; sheet?: string; why: string }[];
  totals?: { charge_date: string; amount: string }[];
  closing_balance?: string;
  columns?: Record<string, string>;
}

export function expectedOf(name: string): ExpectedReading {
  return JSON.parse(readFileSync(new URL(`${name}.expected.json`, EXAMPLES), 'utf8'));
}

const tidy = (text: string) =>
  text
    .replace(/[\u200e\u200f\u202a-\u202e]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const WHY: Record<string, string> = {
  total: 'total row',
  openingBalance: 'opening balance',
  closingBalance: 'closing balance',
};

// Tables name their accounts by index, the examples by their digits; what is absent is not compared.
function asExpected(row: FileRow, file: BankFile, expected: ExpectedRow): ExpectedRow {
  const account = file.accounts[row.account ?? 0];
  const read: ExpectedRow = {
    date: row.date,
    amount: Number(row.amount).toFixed(2),
    type: row.type,
    description: tidy(expected.description),
  };
  if (!tidy([row.description, row.payee, row.memo].join('|')).includes(read.description))
    read.description = row.description;
  if (row.payee) read.payee = row.payee;
  if (row.memo) read.memo = row.memo;
  if (row.category) read.category = row.category;
  if (row.reference) read.reference = row.reference;
  if (row.chargeDate) read.charge_date = row.chargeDate;
  if (row.valueDate) read.value_date = row.valueDate;
  if (row.currency) read.currency = row.currency;
  if (expected.card) read.card = account?.card ?? '';
  if (row.original)
    read.original = {
      amount: Number(row.original.amount).toFixed(2),
      currency: row.original.currency,
    };
  if (row.installment) read.installment = row.installment;
  if (row.isPending) read.status = 'pending';
  return read;
}

function compared({
  posting_date,
  value_date = posting_date,
  card_payment,
  ...row
}: ExpectedRow): ExpectedRow {
  if (card_payment) expect(paysCard(`${row.description} ${row.memo}`)).toBe(true);
  return { ...row, description: tidy(row.description), value_date };
}

/** Every row with all that the example says of it, and every line that is no row. */
export function expectReading(file: BankFile, expected: ExpectedReading): void {
  expect(file.kind).toBe(expected.kind);
  expect(file.currency).toBe(expected.currency);
  expect(file.accounts[0] ?? null).toEqual(expected.account);
  expect(file.errors).toEqual([]);
  expect(file.question?.ambiguous ?? []).toEqual(expected.ambiguous ?? []);
  const order = file.question?.mapping.dateOrder ?? '';
  const rows = expected.rows ?? expected.readings?.[order] ?? [];
  expect(
    file.rows.map((row, index) => asExpected(row, file, rows[index] ?? (rows[0] as ExpectedRow))),
  ).toEqual(rows.map(compared));
  const hasSheets = file.skipped.some(({ sheet }) => sheet);
  expect(
    file.skipped.map(({ line, sheet, reason }) => ({
      line,
      ...(sheet ? { sheet } : {}),
      why: WHY[reason] ?? reason,
    })),
  ).toEqual(
    (expected.skipped ?? []).map(({ line, sheet, why }) => ({
      line,
      ...(sheet && hasSheets ? { sheet } : {}),
      why,
    })),
  );
  if (expected.closing_balance) expect(Number(file.closingBalance).toFixed(2)).toBe(expected.closing_balance);
  for (const { chargeDate, amount } of file.totals ?? [])
    expect(expected.totals).toContainEqual({ charge_date: chargeDate, amount });
}
