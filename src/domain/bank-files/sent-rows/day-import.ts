import type { BankImportRow, ImportedLineRow } from '../../../db/tables.ts';
import { localNow, todayOf } from '../../calendar.ts';
import type { Writing } from '../../context.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountsById, firstOpen } from '../../money-accounts/read.ts';
import type { TransactionType } from '../../schemas.ts';
import { withBills } from '../carry-out/card-bills.ts';
import { deleteImport, findImport, findSent, updateImport } from '../imports.queries.ts';
import { deleteNumbered, endOfLines, findLinesBetween, moveLines } from '../lines.queries.ts';
import type { ImportOutcome } from '../outcome.ts';
import { spanOf } from '../preview/lines.ts';
import { textOfNoRow } from '../preview/store-lines.ts';

/**
 * The rows that programs send on one day are one import with one undo: the rows of a new import, after it was carried out,
 * are moved to the import of the day.
 * @param context of the ledger in which it was carried out
 * @param placed its rows as they are listed when they are left out
 * @returns that import; undefined if this is the first of the day
 */
export async function joinDay(
  context: Writing,
  added: BankImportRow,
  placed: readonly string[],
): Promise<BankImportRow | undefined> {
  const { db, viewer, now } = context;
  const day = await findSent(db, viewer.id, added.id);
  const zone = viewer.preferences.timezone;
  if (!day || localNow(new Date(day.created_at), zone).date !== todayOf(context)) return undefined;
  const stage = day.status === 'preview' ? day.stage : day.stage + 1;
  const again = await sumsOfMatched(context, added.id);
  const sent = await dropSentAgain(context, day, added, placed);
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
    counts: JSON.stringify(summed(summed(JSON.parse(day.counts), JSON.parse(added.counts)), sent.counts)),
    income: day.income + added.income - again.income - sent.income,
    expenses: day.expenses + added.expenses - again.expense - sent.expense,
    outcome: JSON.stringify({
      ...summed(outcomeOf(day, added), { left_out: sent.counts.error ?? 0 }),
      ...madeBy(day, added),
      differences: [],
    } satisfies ImportOutcome),
    ...(sent.isWaiting
      ? { status: 'preview', stage, revision: null, done_at: null }
      : { status: 'done', done_at: now.toISOString() }),
  });
  return findImport(db, viewer.id, day.id);
}

/** The sums of the day, in which rows that programs send repeatedly count once. */
async function sumsOfMatched(context: Writing, id: string): Promise<Sums> {
  const sums = { income: 0, expense: 0 };
  const currency = await sumCurrency(context);
  for (const line of await allLines(context, id))
    if (line.state === 'matched' && line.currency === currency) sums[line.type] += line.amount;
  return sums;
}

type Sums = Record<TransactionType, number>;

/**
 * What waits, or was left out, and is sent again is there once: it gives way to what came in of it, and else stays as it
 * is, with what the person has decided. What waits gives way to a later row with its id too, and what was left out to a row
 * whose account is there now.
 * @returns what is added to the counts by it, what it takes from the sums, and whether anything is left that waits
 */
async function dropSentAgain(
  context: Writing,
  day: BankImportRow,
  added: BankImportRow,
  placed: readonly string[],
): Promise<Sums & { counts: Record<string, number>; isWaiting: boolean }> {
  const { db, viewer } = context;
  const isOpen = ({ status, stage }: BankImportRow, line: ImportedLineRow) =>
    line.state === 'error' || (status === 'preview' && line.stage >= stage);
  const before = (await allLines(context, day.id)).filter((line) => isOpen(day, line));
  const there = Map.groupBy(before, asSent);
  const dropped: ImportedLineRow[] = [];
  const lines = await allLines(context, added.id);
  const others = lines.filter((line) => {
    const same = there.get(asSent(line))?.shift();
    if (same) dropped.push(isOpen(added, line) ? line : same);
    return !same;
  });
  const left = [...there.values()].flat();
  const byId = Map.groupBy(left, idOf);
  for (const line of others) {
    const own = byId.get(idOf(line)) ?? [];
    const index = line.external_id === null ? -1 : own.findIndex((earlier) => isCorrected(earlier, line));
    if (index >= 0) dropped.push(...own.splice(index, 1));
  }
  const leftOut = Map.groupBy(
    left.filter(({ state }) => state === 'error'),
    ({ description }) => description,
  );
  for (const text of placed) dropped.push(...(leftOut.get(textOfNoRow(text))?.splice(0, 1) ?? []));
  await deleteNumbered(db, viewer.id, dropped);
  const currency = await sumCurrency(context);
  const sums = { income: 0, expense: 0 };
  const counts: Record<string, number> = {};
  for (const { state, type, amount, currency: own } of dropped) {
    counts[state] = (counts[state] ?? 0) - 1;
    if (state !== 'error' && state !== 'pending' && own === currency) sums[type] += amount;
  }
  const isWaiting = [...before, ...lines.filter((line) => isOpen(added, line))].some(
    (line) => line.state !== 'error' && !dropped.includes(line),
  );
  return { ...sums, counts, isWaiting };
}

const idOf = ({ account_id, external_id }: ImportedLineRow) => JSON.stringify([account_id, external_id]);

/** Whether a later row of the same id is the earlier one: a bank's reference may be that of several rows. */
const isCorrected = (earlier: ImportedLineRow, later: ImportedLineRow) =>
  earlier.type === later.type &&
  textOf(earlier) === textOf(later) &&
  earlier.installment_n === later.installment_n &&
  earlier.is_pending === later.is_pending;

const textOf = ({ bank_description, description }: ImportedLineRow) => bank_description ?? description;

/** What a program said of a row; of an unknown account, all of it is in the text. */
const asSent = (line: ImportedLineRow) =>
  JSON.stringify([
    line.account_id,
    line.date,
    line.charge_date,
    line.type,
    line.amount,
    line.currency,
    textOf(line),
    line.external_id,
    line.installment_n,
    line.installment_total,
    line.is_pending,
  ]);

const allLines = async ({ db, viewer }: Writing, id: string) =>
  findLinesBetween(db, viewer.id, id, 0, await endOfLines(db, viewer.id, id));

const sumCurrency = async (context: Writing) =>
  currencyOf(firstOpen([...(await accountsById(context)).values()]), context.viewer);

function outcomeOf(day: BankImportRow, added: BankImportRow): Record<string, number> {
  return summed(countsIn(day), countsIn(added));
}

/** Imports of programs create nothing besides their rows, except payments of bills and the number of an account. */
function madeBy(day: BankImportRow, added: BankImportRow): Pick<ImportOutcome, 'made'> {
  const [before, after] = [day, added].map(({ outcome }) => (JSON.parse(outcome) as ImportOutcome).made);
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
    unlearned: _unlearned,
    parts: _parts,
    place: _place,
    isSure: _isSure,
    ...counts
  }: ImportOutcome = JSON.parse(outcome);
  return counts;
}

function summed(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}
