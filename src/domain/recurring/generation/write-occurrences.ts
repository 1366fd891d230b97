import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { momentOf } from '../../calendar.ts';
import { chargedAmount } from '../../charged.ts';
import { newId } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Deletion } from '../../ledger/removed.ts';
import { TRANSFER } from '../../ledger/reserved-categories.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountOf, accountsById } from '../../money-accounts/read.ts';
import { EMPTY_FIELDS, OWN_CURRENCY, PAID_AT_ONCE, textColumns } from '../../transactions/fields.ts';
import { type Money, newMoney, rateOfAmounts } from '../../transactions/money.ts';
import { readSides } from '../../transactions/read.ts';
import { moneyByRate } from '../../transactions/transfers/money.ts';
import { ownCurrency } from '../../users/profile.ts';
import { nextVersion } from '../../version.ts';
import { findOccurrences } from '../occurrences/occurrences.queries.ts';
import { occurrencesBetween } from '../schedule/occurrence-dates.ts';
import {
  type ContentChange,
  isMoving,
  type PhaseValues,
  startOf,
  type Template,
  valuesOn,
  withContent,
} from '../templates/phases.ts';

export function newOccurrence(template: Template, date: string, now: Date): TransactionRow {
  const { preferred_time, ...content } = valuesOn(template, date);
  const { type, amount, account_amount, description, category_id, account_id, timezone, notes } = content;
  return {
    ...EMPTY_FIELDS,
    ...OWN_CURRENCY,
    ...PAID_AT_ONCE,
    user_id: template.user_id,
    id: newId(now),
    date,
    template_id: template.id,
    occurrence_date: date,
    is_detached: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    type,
    amount,
    account_amount,
    description,
    category_id,
    account_id,
    ...momentOf(date, preferred_time, timezone),
    timezone,
    notes,
    ...textColumns({ description, notes }),
  };
}

export interface NewOccurrence {
  template: Template;
  date: string;
}

/**
 * Inserts the occurrences of one person that are not there yet; those of transfers with their other side.
 * @returns the inserted occurrences
 */
export async function insertOccurrences(
  ledger: Ledger,
  occurrences: readonly NewOccurrence[],
  now: Date,
): Promise<TransactionRow[]> {
  const others = new Map<string, TransactionRow>();
  const rows: TransactionRow[] = [];
  const places = await readPlaces(ledger, now);
  for (const { template, date } of occurrences) {
    const row = newOccurrence(template, date, now);
    if (!isMoving(template)) {
      rows.push({ ...row, ...(await moneyOn(ledger, places, row)) });
      continue;
    }
    const sides = {
      from: { ...row, transfer_id: newId(now) },
      to: { ...row, id: newId(now), occurrence_date: null },
    };
    const { from, to } = await withMoney(ledger, places, sides, valuesOn(template, date));
    rows.push(from);
    others.set(from.id, { ...to, transfer_id: from.transfer_id });
  }
  const added = await ledger.insert(rows);
  const arriving = added.flatMap(({ id }) => others.get(id) ?? []);
  if (arriving.length > 0) await ledger.insert(arriving);
  return added;
}

/** Deletes occurrences, those of transfers with their other side; returns the occurrences. */
export async function deleteOccurrences(
  ledger: Ledger,
  rows: readonly TransactionRow[],
  deletion?: Deletion,
): Promise<TransactionRow[]> {
  const sides = await readSides(ledger.tx, ledger.userId, rows);
  const ids = new Set([...rows, ...sides].map(({ id }) => id));
  const rowIds = new Set(rows.map(({ id }) => id));
  return (await ledger.delete([...ids], deletion)).filter(({ id }) => rowIds.has(id));
}

/** Writes anew what a template generated into an account `away` from its own, because that was merged into it meanwhile. */
export async function placeOccurrences(
  ledger: Ledger,
  template: Template,
  away: string,
  now: Date,
): Promise<void> {
  const { tx, userId } = ledger;
  const rows = await findOccurrences(tx, userId, { templateId: template.id, from: '', unedited: true });
  const sides = isMoving(template) ? await readSides(tx, userId, rows) : [];
  const arriving = new Map(
    sides.flatMap(({ type, transfer_id, account_id }) =>
      type === 'income' ? [[transfer_id, account_id]] : [],
    ),
  );
  const isAway = (place: string | undefined, own: string | null) => place === away && own !== away;
  const astray = rows.filter(({ date, account_id, transfer_id }) => {
    const values = valuesOn(template, date);
    return isAway(account_id, values.account_id) || isAway(arriving.get(transfer_id), values.account_to);
  });
  await deleteOccurrences(ledger, astray);
  await insertOccurrences(
    ledger,
    astray.map(({ date }) => ({ template, date })),
    now,
  );
}

interface Places {
  accounts: ReadonlyMap<string, AccountRow>;
  viewer: { currency: Currency };
  now: Date;
}

async function readPlaces({ tx, userId }: Ledger, now: Date): Promise<Places> {
  const accounts = await accountsById({ db: tx, viewer: { id: userId } });
  return { accounts, viewer: { currency: await ownCurrency(tx, userId) }, now };
}

/** What an occurrence costs: what its template fixes, or by the rate of its day while the template has none. */
async function moneyOn(
  { tx }: Ledger,
  { accounts, ...context }: Places,
  { account_id, amount, account_amount, date }: TransactionRow,
): Promise<Money> {
  if (account_amount === null) return { ...OWN_CURRENCY, amount };
  const place = { ...context, account: accountOf(accounts, { account_id }) };
  const fixed = amount > 0 ? { convertedAmount: amount } : {};
  return newMoney(tx, place, { amount: account_amount, ...fixed }, date);
}

/** Both sides with the accounts and amounts of a transfer's values. */
async function withMoney(
  { tx }: Ledger,
  { accounts, ...context }: Places,
  { from, to }: { from: TransactionRow; to: TransactionRow },
  values: PhaseValues,
): Promise<{ from: TransactionRow; to: TransactionRow }> {
  const account_to = values.account_to ?? values.account_id;
  const places = {
    fromAccount: accountOf(accounts, values),
    toAccount: accountOf(accounts, { account_id: account_to }),
  };
  const { amount, account_amount, amount_to: amountTo } = values;
  const isForeign = Object.values(places).every(
    (one) => currencyOf(one, context.viewer) !== context.viewer.currency,
  );
  // What the template fixes.
  const rate = isForeign && account_amount && amount ? rateOfAmounts(amount, account_amount) : undefined;
  const amounts = { amount: chargedAmount(values), amountTo, rate };
  const money = await moneyByRate(tx, context, places, amounts, from.date);
  return {
    from: { ...from, ...money.from },
    to: { ...to, ...money.to, type: 'income', category_id: TRANSFER.income, account_id: account_to },
  };
}

export async function rewriteOccurrences(
  ledger: Ledger,
  template: Template,
  change: ContentChange,
  { now, from, deletion }: { now: Date; from?: string | undefined; deletion: Deletion },
): Promise<number> {
  const unedited = await findUnedited(ledger, template, from);
  const before = isMoving(template) ? await readSides(ledger.tx, ledger.userId, unedited) : unedited;
  const rows = isMoving(template)
    ? await rewrittenSides(ledger, before, template, { change, now })
    : await rewrittenRows(ledger, unedited, template, { change, now });
  const versions = new Map(before.map((row) => [row.id, row]));
  const changed = rows.flatMap((after) => {
    const row = versions.get(after.id) ?? after;
    return isSame(row, after) ? [] : [{ ...after, updated_at: nextVersion(row, now) }];
  });
  if (changed.length > 0) await ledger.update(changed, deletion);
  return new Set(changed.map(({ id, transfer_id }) => transfer_id ?? id)).size;
}

async function rewrittenRows(
  ledger: Ledger,
  unedited: readonly TransactionRow[],
  template: Template,
  { change, now }: { change: ContentChange; now: Date },
): Promise<TransactionRow[]> {
  const places = await readPlaces(ledger, now);
  const rows: TransactionRow[] = [];
  for (const row of unedited) {
    const after = rewritten(row, template, change);
    const isPaid = OCCURRENCE_MONEY.some((field) => row[field] !== after[field]);
    rows.push(isPaid ? { ...after, ...(await moneyOn(ledger, places, after)) } : after);
  }
  return rows;
}

const OCCURRENCE_MONEY = ['amount', 'account_amount', 'account_id'] as const;

async function rewrittenSides(
  ledger: Ledger,
  sides: readonly TransactionRow[],
  template: Template,
  { change, now }: { change: ContentChange; now: Date },
): Promise<TransactionRow[]> {
  const isPriced = change.money !== undefined || MONEY.some((field) => field in change.fields);
  const places = isPriced && (await readPlaces(ledger, now));
  const rows: TransactionRow[] = [];
  for (const both of Map.groupBy(sides, ({ transfer_id }) => transfer_id).values()) {
    const [paying, arriving] = [
      both.find(({ type }) => type === 'expense'),
      both.find(({ type }) => type === 'income'),
    ];
    if (!paying || !arriving) throw new Error('A transfer has two sides.');
    const from = rewritten(paying, template, change);
    const { description, notes, date, time, timezone, transaction_datetime, search_text, order_key } = from;
    const shared = { description, notes, date, time, timezone, transaction_datetime, search_text, order_key };
    const after = { from, to: { ...arriving, ...shared } };
    const values = valuesOn(template, from.date);
    const isPaid = places && change.isIn?.(values) !== false;
    const { from: left, to } = isPaid ? await withMoney(ledger, places, after, values) : after;
    rows.push(left, to);
  }
  return rows;
}

const MONEY = ['amount', 'account_amount', 'account_id', 'account_to', 'amount_to'] as const;

export async function pruneOccurrences(
  ledger: Ledger,
  template: Template,
  { from, deletion }: { from?: string | undefined; deletion: Deletion },
): Promise<number> {
  const rows = await findUnedited(ledger, template, from);
  const last = rows.at(-1);
  if (!last) return 0;
  const dates = new Set(occurrencesBetween(template, from ?? startOf(template), last.date));
  const obsolete = rows.filter(({ date }) => !dates.has(date));
  return (await deleteOccurrences(ledger, obsolete, deletion)).length;
}

/**
 * Deletes what was generated since a change that is undone, unless the template as it was before has the same dates.
 * @param since when it was changed
 */
export async function deleteGeneratedSince(ledger: Ledger, template: Template, since: string): Promise<void> {
  const rows = (await findUnedited(ledger, template)).filter(({ created_at }) => created_at >= since);
  const last = rows.at(-1);
  if (!last) return;
  const { generated_until } = template;
  const dates = new Set(occurrencesBetween(template, startOf(template), last.date));
  const obsolete = rows.filter(({ date }) => date > generated_until || !dates.has(date));
  await deleteOccurrences(ledger, obsolete);
}

function findUnedited(ledger: Ledger, template: Template, from?: string): Promise<TransactionRow[]> {
  const range = { templateId: template.id, unedited: true, ...(from !== undefined && { from }) };
  return findOccurrences(ledger.tx, template.user_id, range);
}

function isSame(row: TransactionRow, after: TransactionRow): boolean {
  return Object.entries(after).every(([field, value]) => row[field as keyof TransactionRow] === value);
}

function rewritten(row: TransactionRow, template: Template, change: ContentChange): TransactionRow {
  const phase = valuesOn(template, row.date);
  const { preferred_time, account_to, amount_to } = phase;
  // The phases have the changed amounts already.
  const isPriced = change.money && change.isIn?.(phase) !== false;
  const money = isPriced && { amount: phase.amount, account_amount: phase.account_amount };
  const before = { ...row, ...money, preferred_time, account_to, amount_to };
  const { type, amount, account_amount, description, category_id, account_id, notes, ...when } = withContent(
    before,
    { ...change, money: undefined },
  );
  const isMoved = 'preferred_time' in change.fields || 'timezone' in change.fields;
  return {
    ...row,
    type,
    amount,
    account_amount,
    description,
    category_id,
    account_id,
    notes,
    ...(isMoved && momentOf(row.date, when.preferred_time, when.timezone)),
    timezone: when.timezone,
    ...textColumns({ ...row, description, notes }),
  };
}
