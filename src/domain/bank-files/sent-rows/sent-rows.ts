import type { BankImportRow } from '../../../db/tables.ts';
import { type Currency, isCurrency } from '../../../i18n/currencies.ts';
import { todayOf } from '../../calendar.ts';
import type { Reading, Writing } from '../../context.ts';
import { decimalsError } from '../../currency.ts';
import { type FieldError, invalid } from '../../error.ts';
import { toDecimal } from '../../money.ts';
import { changeAccount } from '../../money-accounts/change.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountsById, firstOpen, isOpen } from '../../money-accounts/read.ts';
import { ACCOUNT_NUMBER_MAX } from '../../money-accounts/schema.ts';
import type { BankFile, FileAccount, FileRow } from '../bank-file.ts';
import { startCarryOut } from '../carry-out/carry-out.ts';
import { requireImport } from '../carry-out/import-work.ts';
import { changeMade, withNumber } from '../carry-out/made.ts';
import type { CarryOutInput } from '../carry-out/new-accounts-and-opening.ts';
import { isTooFar } from '../preview/lines.ts';
import { noteLocked } from '../preview/locked-rows.ts';
import { fill, fillNewImport, newImport } from '../preview/new-import.ts';
import { planLines } from '../preview/plan.ts';
import { bestOf, findAccountsOf } from '../reading/find-account.ts';
import type { SentRow } from '../schema.ts';
import { REASONS } from '../texts.ts';
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
  const price = sent.installment?.of === undefined ? undefined : sent.installment.total;
  return {
    line: index + 1,
    date,
    amount: decimal(sent.amount),
    type: sent.amount < 0 ? 'expense' : 'income',
    description: sent.description ?? '',
    ...(sent.payee && { payee: sent.payee }),
    ...(sent.memo && { memo: sent.memo }),
    ...(sent.currency && { currency: sent.currency }),
    // A card charges nothing before it is bought.
    ...(chargeDate && chargeDate >= date && { chargeDate }),
    ...(externalId && { externalId }),
    // What is not the row as it was is that row in other words, unlike with a reference.
    ...(ownId && { corrects: ownId }),
    ...(sent.originalAmount !== undefined &&
      sent.originalCurrency && {
        original: { amount: decimal(sent.originalAmount), currency: sent.originalCurrency },
      }),
    ...(n !== undefined &&
      of !== undefined && {
        installment: { n, of, ...(price !== undefined && { total: price.toFixed(2) }) },
      }),
    ...(sent.status === 'pending' && { isPending: true }),
  };
}

/** The person's accounts by the number or name that a program uses, archived ones where no open one fits; unknown ones are missing. */
async function accountsNamed(
  context: Reading,
  said: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(said)];
  const accounts = names.map((name): FileAccount => ({ number: name, name }));
  const { named } = await findAccountsOf(context, { kind: 'csv', accounts }, null);
  const archived = [...(await accountsById(context)).values()].filter((account) => !isOpen(account));
  return new Map(
    names.flatMap((name, place): [string, string][] => {
      const id = named[place] ?? bestOf(archived, { number: name, name });
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

/** The error of a row whose account is archived or not known, which is left out unless other rows are refused. */
export async function placeErrorsOf(
  context: Reading,
  { accountOf }: SaidAccounts,
): Promise<(said: string) => FieldError[]> {
  const accounts = await accountsById(context);
  return (said) => {
    const account = accounts.get(accountOf.get(said) ?? '');
    if (account && isOpen(account)) return [];
    return [{ field: 'account', message: REASONS[account ? 'archived' : 'account'] }];
  };
}

/** The errors of a row that its schema cannot find; invalid parts are missing in it. */
export function sentRowErrors(
  context: Pick<Reading, 'viewer' | 'now'>,
  row: Partial<SentRow>,
  currencyIn: (said: string | undefined) => Currency | undefined,
): FieldError[] {
  const inAccount = currencyIn(row.account);
  const errors: FieldError[] = [];
  const wholeIn = (minor: number | undefined, currency: string | undefined, field: string) => {
    const error =
      minor !== undefined && isCurrency(currency) ? decimalsError(Math.abs(minor), currency) : null;
    if (error) errors.push({ ...error, field });
  };
  const date = dayOf(row.date, context.viewer.preferences.timezone);
  if (date && isTooFar(date, todayOf(context))) errors.push({ field: 'date', message: 'errors:dateFuture' });
  wholeIn(row.amount, row.currency ?? inAccount, 'amount');
  wholeIn(row.originalAmount, row.originalCurrency, 'originalAmount');
  const isOther =
    row.originalAmount !== undefined && Math.abs(row.originalAmount) !== Math.abs(row.amount ?? 0);
  const { of, total } = row.installment ?? {};
  if (of !== undefined && total !== undefined && Math.round(total * 100) < Math.abs(row.amount ?? 0))
    errors.push({ field: 'installment.total', message: 'errors:valueInvalid' });
  if (isOther && !row.originalCurrency)
    errors.push({ field: 'originalCurrency', message: 'errors:currencyInvalid' });
  return errors;
}

/** The accounts that rows name, by their names, and the number that the only account gets. */
interface SaidAccounts {
  accountOf: ReadonlyMap<string, string>;
  only: Awaited<ReturnType<typeof onlyAccount>>;
}

/** The accounts that the rows of a program name; unknown ones are missing. */
export async function accountsOfSent(context: Reading, said: readonly string[]): Promise<SaidAccounts> {
  const named = await accountsNamed(context, said);
  const only = await onlyAccount(context, said, named);
  return { only, accountOf: only ? new Map([...named, [only.number, only.account]]) : named };
}

/** A row whose account is archived or not known, as the import lists it. */
const textOf = ({ account, amount, description = '' }: SentRow, { date }: FileRow) =>
  [account, date, toDecimal(amount).toFixed(2), description].join(' · ');

interface SentOutcome {
  row: BankImportRow;
  added: number;
  matched: number;
  leftOut: number;
  /** Rows that are not brought in, or wait, and why, by their places among those that were sent. */
  errors: { index: number; errors: FieldError[] }[];
}

/**
 * Brings in rows that a program sends, as those of a file, at once; those that are probably there, or would come into a
 * time that was checked against the bank, wait in the preview. Rows of archived and unknown accounts are left out, and the
 * import lists them as errors. What is sent on one day is one import.
 * @param said the accounts that rows name
 * @throws DomainError VALIDATION_ERROR if all accounts are archived or unknown
 */
export async function importRows(
  context: Writing,
  sent: readonly SentRow[],
  { accountOf, only }: SaidAccounts,
  { billsPaid }: Pick<CarryOutInput, 'billsPaid'> = {},
): Promise<SentOutcome> {
  const { timezone } = context.viewer.preferences;
  const accounts = await accountsById(context);
  const first = firstOpen([...accounts.values()]);
  const placeOf = new Map<FileRow, string>();
  const unplaced: BankFile['errors'] = [];
  const placed: string[] = [];
  const errors: SentOutcome['errors'] = [];
  for (const [index, each] of sent.entries()) {
    const named = each.account === undefined ? first.id : accountOf.get(each.account);
    const account = accounts.get(named ?? '');
    const row = rowOf(each, index, timezone);
    if (account && isOpen(account)) {
      placeOf.set(row, account.id);
      placed.push(textOf(each, row));
      continue;
    }
    const reason = account ? 'archived' : 'account';
    errors.push({ index, errors: [{ field: 'account', message: REASONS[reason] }] });
    unplaced.push({ line: row.line, reason, text: textOf(each, row) });
  }
  if (placeOf.size === 0)
    throw invalid(
      ...errors.flatMap(({ index, errors: own }) =>
        own.map((error) => ({ ...error, field: `rows.${index}.account` })),
      ),
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
      errors: unplaced,
      found: [],
      main: first.id,
      accountOfRow: (one) => placeOf.get(one) ?? first.id,
    });
    await noteLocked(context, planned.rows);
    for (const { isLocked, content } of planned.rows)
      if (isLocked)
        errors.push({ index: content.line - 1, errors: [{ field: 'date', message: 'errors:LOCKED' }] });
    await fill(context, row, planned);
    let [carried, joined] = [row, row];
    await startCarryOut(context, row.id, {
      billsPaid,
      async atEnd(inside) {
        carried = await requireImport(inside, row.id);
        if (only) {
          await changeAccount(inside, only.account, { number: only.number });
          await changeMade(inside.db, carried, (made) => withNumber(made, only));
          carried = await requireImport(inside, row.id);
        }
        joined = (await joinDay(inside, carried, placed)) ?? carried;
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
      errors: errors.toSorted((one, other) => one.index - other.index),
    };
  });
}

const ENDS_WITH_NUMBER = /\d{4}\W*$/;

/**
 * The only open account of a person, if it has no number yet, and the only number that a program names and no account
 * has: whoever has one account need not write its number down first. Null where there is more than one of either.
 * @param said as programs name accounts
 * @param known those of them that were found
 */
async function onlyAccount(
  context: Reading,
  said: readonly string[],
  known: ReadonlyMap<string, string>,
): Promise<{ account: string; number: string } | null> {
  const [number, ...others] = new Set(said.filter((name) => !known.has(name)));
  const open = [...(await accountsById(context)).values()].filter(isOpen);
  const [account, another] = open;
  if (number === undefined || others.length > 0 || !ENDS_WITH_NUMBER.test(number)) return null;
  if (number.length > ACCOUNT_NUMBER_MAX || account?.number !== null || another) return null;
  return { account: account.id, number };
}
