import type { BankImportRow } from '../../../db/tables.ts';
import { localNow, todayOf } from '../../calendar.ts';
import type { Writing } from '../../context.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountsById, firstOpen } from '../../money-accounts/read.ts';
import type { TransactionType } from '../../schemas.ts';
import { withBills } from '../carry-out/card-bills.ts';
import { deleteImport, findImport, findSent, updateImport } from '../imports.queries.ts';
import { endOfLines, findLinesBetween, moveLines } from '../lines.queries.ts';
import type { Outcome } from '../outcome.ts';
import { spanOf } from '../preview/lines.ts';

/**
 * The rows that programs send on one day are one import with one undo: the rows of a new import, after it was carried out,
 * are moved to the import of the day.
 * @param context of the ledger in which it was carried out
 * @returns that import; undefined if this is the first of the day
 */
export async function joinDay(context: Writing, added: BankImportRow): Promise<BankImportRow | undefined> {
  const { db, viewer, now } = context;
  const day = await findSent(db, viewer.id, added.id);
  const zone = viewer.preferences.timezone;
  if (!day || localNow(new Date(day.created_at), zone).date !== todayOf(context)) return undefined;
  const stage = day.status === 'preview' ? day.stage : day.stage + 1;
  const isWaiting = [day, added].some(({ status }) => status === 'preview');
  const again = await sumsOfMatched(context, added.id);
  const end = await endOfLines(db, viewer.id, day.id);
  await moveLines(db, added, { id: day.id, from: end, stage });
  await deleteImport(db, added);
  const dates = [day, added].flatMap(({ period_from, period_to }) =>
    [period_from ?? [], period_to ?? []].flat(),
  );
  const { from, to } = spanOf(dates);
  await updateImport(db, {
    user_id: viewer.id,
    id: day.id,
    account_id: day.account_id === added.account_id ? day.account_id : null,
    period_from: from || null,
    period_to: to || null,
    counts: JSON.stringify(summed(JSON.parse(day.counts), JSON.parse(added.counts))),
    income: day.income + added.income - again.income,
    expenses: day.expenses + added.expenses - again.expense,
    outcome: JSON.stringify({
      ...outcomeOf(day, added),
      ...madeBy(day, added),
      differences: [],
    } satisfies Outcome),
    ...(isWaiting
      ? { status: 'preview', stage, revision: null, done_at: null }
      : { done_at: now.toISOString() }),
  });
  return findImport(db, viewer.id, day.id);
}

/** The sums of the day, in which rows that programs send repeatedly count once. */
async function sumsOfMatched(context: Writing, id: string): Promise<Record<TransactionType, number>> {
  const { db, viewer } = context;
  const currency = currencyOf(firstOpen([...(await accountsById(context)).values()]), viewer);
  const sums = { income: 0, expense: 0 };
  for (const line of await findLinesBetween(db, viewer.id, id, 0, await endOfLines(db, viewer.id, id)))
    if (line.state === 'matched' && line.currency === currency) sums[line.type] += line.amount;
  return sums;
}

function outcomeOf(day: BankImportRow, added: BankImportRow): Record<string, number> {
  return summed(countsIn(day), countsIn(added));
}

/** Imports of programs create nothing besides their rows, except payments of bills and the number of an account. */
function madeBy(day: BankImportRow, added: BankImportRow): Pick<Outcome, 'made'> {
  const [before, after] = [day, added].map(({ outcome }) => (JSON.parse(outcome) as Outcome).made);
  const numbers = [...(before?.numbers ?? []), ...(after?.numbers ?? [])];
  const more = numbers.length > 0 && { numbers };
  return after
    ? { made: { ...withBills(before ?? { accounts: [], openings: [] }, after), ...more } }
    : before
      ? { made: before }
      : {};
}

function countsIn({ outcome }: BankImportRow): Record<string, number> {
  const {
    differences: _none,
    made: _made,
    stayed: _stayed,
    parts: _parts,
    place: _place,
    isSure: _isSure,
    ...counts
  }: Outcome = JSON.parse(outcome);
  return counts;
}

function summed(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}
