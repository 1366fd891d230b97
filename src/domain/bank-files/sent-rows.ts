import type { BankImportRow } from '../../db/tables.ts';
import { isDate, localNow } from '../calendar.ts';
import type { Writing } from '../context.ts';
import { type FieldError, invalid } from '../error.ts';
import { accountsById, firstOpen } from '../money-accounts/read.ts';
import type { FileAccount, FileRow } from './bank-file.ts';
import { findImport } from './bank-files.queries.ts';
import { startCarryOut } from './carry-out.ts';
import { findAccountsOf } from './find-account.ts';
import { planLines } from './plan.ts';
import { fill, keeping, newImport } from './preview.ts';
import type { SentRow } from './schema.ts';

type Read = { row: FileRow; account: string | null } | FieldError;

/** A day in one of the three forms that programs send; null if it is none. */
function dayOf(value: unknown, timezone: string): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  if (year) {
    const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
    return isDate(date) ? date : null;
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return isDate(text) ? text : null;
  const instant = /^\d{4}-\d{2}-\d{2}T/.test(text) ? new Date(text) : null;
  return instant && !Number.isNaN(instant.getTime()) ? localNow(instant, timezone).date : null;
}

/** Programs compute with fractions: what is less than a hundredth is none. */
function decimalOf(value: unknown): { text: string; isNegative: boolean } | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' ? Number(value.trim() || 'x') : Number.NaN;
  if (!Number.isFinite(number) || Math.abs(number) >= 1e12) return null;
  const text = Math.abs(number).toFixed(2);
  return { text, isNegative: number < 0 };
}

/** @param index of the row, from 0 */
export function readSentRow(sent: SentRow, index: number, timezone: string): Read {
  const date = dayOf(sent.date, timezone);
  if (date === null) return { field: 'date', message: 'errors:dateInvalid' };
  const amount = decimalOf(sent.amount);
  if (amount === null) return { field: 'amount', message: 'errors:amountNumber' };
  if (Number(amount.text) === 0) return { field: 'amount', message: 'errors:amountMin' };
  const hasCharge = (sent.chargeDate ?? '') !== '';
  const chargeDate = hasCharge ? dayOf(sent.chargeDate, timezone) : undefined;
  if (chargeDate === null) return { field: 'chargeDate', message: 'errors:dateInvalid' };
  const hasOriginal = (sent.originalAmount ?? '') !== '' && sent.originalCurrency !== undefined;
  const original = hasOriginal ? decimalOf(sent.originalAmount) : undefined;
  if (original === null) return { field: 'originalAmount', message: 'errors:amountNumber' };
  const externalId = sent.externalId ?? sent.identifier ?? sent.hash;
  const n = sent.installment?.n ?? sent.installment?.number;
  const of = sent.installment?.of ?? sent.installment?.total;
  const row: FileRow = {
    line: index + 1,
    date,
    amount: amount.text,
    type: amount.isNegative ? 'expense' : 'income',
    description: sent.description ?? '',
    ...(sent.payee && { payee: sent.payee }),
    ...(sent.memo && { memo: sent.memo }),
    ...(sent.currency && { currency: sent.currency }),
    ...(chargeDate && { chargeDate }),
    ...(externalId && { externalId }),
    ...(original &&
      sent.originalCurrency && { original: { amount: original.text, currency: sent.originalCurrency } }),
    ...(n !== undefined && of !== undefined && { installment: { n, of } }),
    ...(sent.status === 'pending' && { isPending: true }),
  };
  return { row, account: sent.account ?? null };
}

export interface SentOutcome {
  row: BankImportRow;
  added: number;
  matched: number;
  leftOut: number;
}

/**
 * Brings in rows that a program sends, as those of a file, at once; those that are probably there wait in the preview.
 * @throws DomainError VALIDATION_ERROR that names rows, after which nothing has changed
 */
export async function importRows(context: Writing, sent: readonly SentRow[]): Promise<SentOutcome> {
  const { preferences } = context.viewer;
  const read = sent.map((row, index) => readSentRow(row, index, preferences.timezone));
  const errors = read.flatMap((one, index) =>
    'message' in one ? [{ ...one, field: `rows.${index}.${one.field}` }] : [],
  );
  if (errors.length > 0) throw invalid(...errors);
  const rows = read.flatMap((one) => ('row' in one ? [one] : []));
  const names = [...new Set(rows.flatMap(({ account }) => account ?? []))];
  const first = firstOpen([...(await accountsById(context)).values()]);
  const named = names.map((name): FileAccount => ({ number: name, name }));
  const { accounts } = await findAccountsOf(context, { kind: 'csv', accounts: named }, null);
  const accountOf = new Map(names.map((name, place) => [name, accounts[place]?.account_id]));
  const missing = rows.flatMap(({ account }, index): FieldError[] =>
    account !== null && !accountOf.get(account)
      ? [{ field: `rows.${index}.account`, message: 'errors:accountMissing' }]
      : [],
  );
  if (missing.length > 0) throw invalid(...missing);
  const placeOf = new Map(
    rows.map(({ row, account }) => [row, (account && accountOf.get(account)) || first.id]),
  );
  const dates = rows.map(({ row }) => row.date).toSorted();
  const row: BankImportRow = {
    ...newImport(context, 'API', { kind: 'api', currency: null }),
    account_id: new Set(placeOf.values()).size === 1 ? ([...placeOf.values()][0] ?? null) : null,
    period_from: dates[0] ?? null,
    period_to: dates.at(-1) ?? null,
  };
  return keeping(context, row, async () => {
    const planned = await planLines(context, {
      kind: 'api',
      currency: null,
      rows: rows.map((one) => one.row),
      skipped: [],
      errors: [],
      found: [],
      main: first.id,
      accountOfRow: (one) => placeOf.get(one) ?? first.id,
    });
    await fill(context, row, planned);
    await startCarryOut(context, row.id);
    const after = (await findImport(context.db, context.viewer.id, row.id)) ?? row;
    const { created = 0, merged = 0, transfers = 0 } = JSON.parse(after.outcome) as Record<string, number>;
    const added = created + transfers;
    const matched = planned.counts.matched;
    return {
      row: after,
      added,
      matched: Math.max(matched, merged),
      leftOut: rows.length - added - Math.max(matched, merged),
    };
  });
}
