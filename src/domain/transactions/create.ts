import type { AccountRow, CategoryRow, TransactionRow } from '../../db/tables.ts';
import { translator } from '../../i18n/translate.ts';
import { localNow, momentOf } from '../calendar.ts';
import { categoriesById, categoryErrors, categoryForType } from '../categories/read.ts';
import type { Reading, Writing } from '../context.ts';
import { type FieldError, invalid, refuse } from '../error.ts';
import { newId } from '../id.ts';
import { inLedger } from '../ledger/ledger.ts';
import { chargeError, storedChargeDate } from '../money-accounts/cards/charge-date.ts';
import { requireUnlocked } from '../money-accounts/checks/lock.ts';
import { currencyOf } from '../money-accounts/currencies/currency.ts';
import { accountError, accountsById, firstOpen } from '../money-accounts/read.ts';
import { ruleFiller } from '../rules/outcomes.ts';
import type { TransactionType } from '../schemas.ts';
import { atSentNames, recordedByOneName } from './field-aliases.ts';
import { EMPTY_FIELDS, OWN_CURRENCY, PAID_AT_ONCE, textColumns, withSent } from './fields.ts';
import { inPayments, NO_INCOME } from './installments.ts';
import { moneyErrors, newMoney, requireWithin, type TypedMoney } from './money.ts';
import type { Entry } from './present.ts';
import type { TransactionInput } from './schema.ts';

/** What is recorded: an amount of the account's currency, or one that was paid in another. */
export interface RecordedInput extends Omit<TransactionInput, 'amount'>, TypedMoney {}

export const QUICK_DESCRIPTION = { expense: 'list:quickExpense', income: 'list:quickIncome' } as const;

/**
 * Creates a transaction. By default, the type follows the sign of the amount, and date and time are now in the person's
 * time zone.
 * @throws DomainError NOT_FOUND for a category or account that is not theirs, VALIDATION_ERROR for a category of the
 * other type, an archived account, decimals that a currency lacks, and what `purchaseRows` refuses
 * @throws DomainError LOCKED (409) for a day that was checked against the bank
 * @returns of several payments the first, with all of them
 */
export async function createTransaction(
  context: Writing,
  sent: RecordedInput,
  fixedType?: TransactionType,
): Promise<Entry<TransactionRow> & { payments: Entry[] }> {
  const { input } = recordedByOneName(sent);
  return inLedger(context, async (ledger, inside) => {
    const known = await knownOf(inside, input);
    refuse(recordingErrors(context, known, sent, fixedType));
    const { account = firstOpen([]) } = known;
    const plain = newRow(context, { ...input, accountId: account.id }, fixedType);
    const place = { ...context, account };
    const money = await newMoney(ledger.tx, place, input, plain.date);
    const rules = await ruleFiller(ledger.tx, context.viewer);
    const row = rules.fill({ ...plain, ...requireWithin(money, input, plain.category_id) });
    const category = await categoryForType(ledger.tx, row, { isSent: true });
    const rows = purchaseRows(context, row, account, input);
    if ('field' in rows) throw invalid(rows);
    await requireUnlocked({ ...context, db: ledger.tx }, [], 'date', rows);
    await ledger.insert(rows);
    await rules.count();
    const [first = row] = rows;
    const price = rows.length > 1 ? { price: row.amount } : {};
    const payments = rows.map((payment) => ({ row: payment, category, account, ...price }));
    return { row: first, category, account, ...price, payments };
  });
}

/** What an input names: undefined for what is not there, null for no category. */
interface Known {
  account: AccountRow | undefined;
  category: CategoryRow | null | undefined;
}

async function knownOf(context: Reading, { accountId, categoryId }: Partial<RecordedInput>): Promise<Known> {
  const accounts = await accountsById(context);
  return {
    account: accountId ? accounts.get(accountId) : firstOpen([...accounts.values()]),
    category: categoryId ? (await categoriesById(context)).get(categoryId) : null,
  };
}

/** What is wrong with a new transaction. Parts that are not valid by themselves are missing. */
export function recordingErrors(
  context: Reading,
  { account, category }: Known,
  sent: Partial<RecordedInput>,
  fixedType?: TransactionType,
): FieldError[] {
  const { input, errors } = recordedByOneName(sent);
  const row = newRow(context, { ...input, accountId: account?.id ?? '' }, fixedType);
  const error = accountError(account);
  const charge = account && chargeError(row, account);
  return [
    ...errors,
    ...(error ? [error] : []),
    ...categoryErrors(category, row.type),
    ...(account ? atSentNames(moneyErrors(input, { ...context, account }), sent) : []),
    ...(charge ? [charge] : []),
    ...(input.installments !== undefined && row.type === 'income' ? [NO_INCOME] : []),
  ];
}

/** As `recordingErrors`, with what it needs to know. */
export async function readRecordingErrors(
  context: Reading,
  input: Partial<RecordedInput>,
  fixedType?: TransactionType,
): Promise<FieldError[]> {
  return recordingErrors(context, await knownOf(context, input), input, fixedType);
}

/**
 * The rows of a new transaction: one, or one a payment.
 * @returns an error for a charge date that cannot be, and for more payments than the amount has
 */
export function purchaseRows(
  { viewer, now }: Pick<Reading, 'viewer' | 'now'>,
  row: TransactionRow,
  account: AccountRow,
  { installments }: Pick<TransactionInput, 'installments'>,
): TransactionRow[] | FieldError {
  const kept = { ...row, charge_date: storedChargeDate(row, account) };
  return (
    chargeError(row, account) ??
    inPayments(kept, installments, { own: viewer.currency, account: currencyOf(account, viewer), now })
  );
}

export function newRow(
  { viewer, now, locale }: Reading,
  input: RecordedInput & { accountId: string },
  fixedType?: TransactionType,
): TransactionRow {
  const type = fixedType ?? input.type ?? typeOfSigns(input);
  const ownTimezone = viewer.preferences.timezone;
  const timezone = input.timezone ?? ownTimezone;
  const description = translator(locale)(QUICK_DESCRIPTION[type]);
  // Today is in the person's time zone, as for balances and limits, even if the transaction has another one.
  const defaults = {
    ...EMPTY_FIELDS,
    ...localNow(now, ownTimezone),
    type,
    timezone,
    description,
    amount: 0,
    account_id: input.accountId,
  };
  const fields = withSent(defaults, { ...input, type });
  return {
    ...fields,
    ...OWN_CURRENCY,
    ...PAID_AT_ONCE,
    user_id: viewer.id,
    id: newId(now),
    ...momentOf(fields.date, fields.time, timezone),
    template_id: null,
    occurrence_date: null,
    is_detached: null,
    ...textColumns(fields),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

/** An amount is what its sign says where its type does not; what an account is charged may say it too. */
export function typeOfSigns({ amount, originalAmount, convertedAmount }: TypedMoney): TransactionType {
  return Math.min(...[amount, originalAmount, convertedAmount].map((sent) => sent ?? 0)) < 0
    ? 'expense'
    : 'income';
}
