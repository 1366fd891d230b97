import type { BankImportRow } from '../../../db/tables.ts';
import { type Currency, isCurrency } from '../../../i18n/currencies.ts';
import { todayOf } from '../../calendar.ts';
import type { Reading, Writing } from '../../context.ts';
import { decimalsError } from '../../currency.ts';
import type { FieldError } from '../../error.ts';
import { toDecimal } from '../../money.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountsById, firstOpen } from '../../money-accounts/read.ts';
import type { FileAccount, FileRow } from '../bank-file.ts';
import { startCarryOut } from '../carry-out/carry-out.ts';
import type { CarryOutInput } from '../carry-out/new-accounts-and-opening.ts';
import { findImport } from '../imports.queries.ts';
import { isTooFar } from '../preview/lines.ts';
import { planLines } from '../preview/plan.ts';
import { fill, fillNewImport, newImport } from '../preview/preview.ts';
import { findAccountsOf } from '../reading/find-account.ts';
import type { SentRow } from '../schema.ts';
import { joinDay } from './day-import.ts';
import { dayOf } from './sent-values.ts';

const decimal = (minor: number) => toDecimal(Math.abs(minor)).toFixed(2);

/** A row as in a file; its day may depend on where the person is. */
function rowOf(sent: SentRow, index: number, timezone: string): FileRow {
  const date = dayOf(sent.date, timezone);
  // The schema requires one.
  if (!date) throw new Error('A row that was sent has a date.');
  const chargeDate = dayOf(sent.chargeDate, timezone);
  const ownId = sent.externalId ?? sent.hash;
  // A reference of the bank is the least reliable; 0 means none.
  const externalId = ownId ?? (sent.identifier === '0' ? undefined : sent.identifier);
  const n = sent.installment?.n ?? sent.installment?.number;
  const of = sent.installment?.of ?? sent.installment?.total;
  return {
    line: index + 1,
    date,
    amount: decimal(sent.amount),
    type: sent.amount < 0 ? 'expense' : 'income',
    description: sent.description ?? '',
    ...(sent.payee && { payee: sent.payee }),
    ...(sent.memo && { memo: sent.memo }),
    ...(sent.currency && { currency: sent.currency }),
    ...(chargeDate && { chargeDate }),
    ...(externalId && { externalId }),
    // What is not the row as it was is that row in other words, unlike with a reference.
    ...(ownId && { corrects: ownId }),
    ...(sent.originalAmount !== undefined &&
      sent.originalCurrency && {
        original: { amount: decimal(sent.originalAmount), currency: sent.originalCurrency },
      }),
    ...(n !== undefined && of !== undefined && { installment: { n, of } }),
    ...(sent.status === 'pending' && { isPending: true }),
  };
}

/** The person's accounts by the number or name that a program uses; unknown ones are missing. */
export async function accountsNamed(
  context: Reading,
  said: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(said)];
  const accounts = names.map((name): FileAccount => ({ number: name, name }));
  const { named } = await findAccountsOf(context, { kind: 'csv', accounts }, null);
  return new Map(
    names.flatMap((name, place): [string, string][] => {
      const id = named[place];
      return id ? [[name, id]] : [];
    }),
  );
}

/** By the account that a row names: its currency, or that of the account of rows that name none. */
export async function currenciesOf(
  context: Reading,
  accountOf: ReadonlyMap<string, string>,
): Promise<(said: string | undefined) => Currency | undefined> {
  const accounts = await accountsById(context);
  const first = firstOpen([...accounts.values()]);
  return (said) => {
    const account = said === undefined ? first : accounts.get(accountOf.get(said) ?? '');
    return account && currencyOf(account, context.viewer);
  };
}

/** The errors of a row that its schema cannot find; invalid parts are missing in it. */
export function sentRowFaults(
  context: Pick<Reading, 'viewer' | 'now'>,
  row: Partial<SentRow>,
  currencyIn: (said: string | undefined) => Currency | undefined,
): FieldError[] {
  const inAccount = currencyIn(row.account);
  const unknown = { field: 'account', message: 'errors:accountUnnamed' } as const;
  const errors: FieldError[] = inAccount ? [] : [unknown];
  const wholeIn = (minor: number | undefined, currency: string | undefined, field: string) => {
    const error =
      minor !== undefined && isCurrency(currency) ? decimalsError(Math.abs(minor), currency) : null;
    if (error) errors.push({ ...error, field });
  };
  const date = dayOf(row.date, context.viewer.preferences.timezone);
  if (date && isTooFar(date, todayOf(context))) errors.push({ field: 'date', message: 'errors:dateFuture' });
  wholeIn(row.amount, row.currency ?? inAccount, 'amount');
  wholeIn(row.originalAmount, row.originalCurrency, 'originalAmount');
  return errors;
}

export interface SentOutcome {
  row: BankImportRow;
  added: number;
  matched: number;
  leftOut: number;
}

/**
 * Imports rows that a program sends, like those of a file, at once; probable matches wait in the preview. The rows of one day
 * are one import.
 * @param accountOf as `accountsNamed` found them
 */
export async function importRows(
  context: Writing,
  sent: readonly SentRow[],
  accountOf: ReadonlyMap<string, string>,
  { billsPaid }: Pick<CarryOutInput, 'billsPaid'> = {},
): Promise<SentOutcome> {
  const { timezone } = context.viewer.preferences;
  const first = firstOpen([...(await accountsById(context)).values()]);
  const placeOf = new Map(
    sent.map((each, index) => [rowOf(each, index, timezone), accountOf.get(each.account ?? '') ?? first.id]),
  );
  const rows = [...placeOf.keys()];
  const dates = rows.map(({ date }) => date).toSorted();
  const row: BankImportRow = {
    ...newImport(context, 'API', { kind: 'api', currency: null }),
    account_id: new Set(placeOf.values()).size === 1 ? ([...placeOf.values()][0] ?? null) : null,
    period_from: dates[0] ?? null,
    period_to: dates.at(-1) ?? null,
  };
  return fillNewImport(context, row, async () => {
    const planned = await planLines(context, {
      kind: 'api',
      currency: null,
      rows,
      skipped: [],
      errors: [],
      found: [],
      main: first.id,
      accountOfRow: (one) => placeOf.get(one) ?? first.id,
    });
    await fill(context, row, planned);
    let [carried, joined] = [row, row];
    await startCarryOut(context, row.id, {
      billsPaid,
      async atEnd(inside) {
        carried = (await findImport(inside.db, inside.viewer.id, row.id)) ?? row;
        joined = (await joinDay(inside, carried)) ?? carried;
      },
    });
    const { created = 0, merged = 0, transfers = 0 } = JSON.parse(carried.outcome) as Record<string, number>;
    const added = created + transfers;
    // They may have been matched again since they were planned.
    const { matched = 0 }: Record<string, number> = JSON.parse(carried.counts);
    return {
      row: joined,
      added,
      matched: Math.max(matched, merged),
      leftOut: sent.length - added - Math.max(matched, merged),
    };
  });
}
