import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { localNow } from '../../calendar.ts';
import { chargedAmount } from '../../charged.ts';
import type { Reading, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Batch, idsOf } from '../../long-work/long-work.ts';
import { fromSnapshot } from '../../snapshot.ts';
import { chargedOn } from '../cards/charge-date.ts';
import { findAccounts, sumAccounts } from '../money-accounts.queries.ts';
import {
  findNotFoundRight,
  findPaymentsSince,
  findWithOtherSides,
  hasFoundRight,
  hasTransactionsUntil,
  sumNotChecked,
} from './checks.queries.ts';

type Confirming = Pick<Writing, 'db' | 'viewer' | 'confirmLocked'>;

type Placed = Pick<TransactionRow, 'id' | 'account_id' | 'date' | 'created_at'>;

/**
 * What the latest check against the bank found right is changed only once the person has confirmed that: what it had
 * before it, up to its day, without what it left open and what has come there since. So is what would come into that time.
 * @param rows as they are
 * @param field the input that would change it; empty for a deletion
 * @param coming as they will be, new ones too
 * @throws DomainError LOCKED (409)
 */
export async function requireUnlocked(
  context: Confirming,
  rows: readonly Placed[],
  field = '',
  coming: readonly Placed[] = [],
): Promise<void> {
  if (context.confirmLocked) return;
  await requireNoneOf(context, await readLocks(context), { rows, coming }, field);
}

/** Those of new rows that `requireUnlocked` would refuse. */
export async function lockedAmong<Row extends Placed>(
  context: Confirming,
  coming: readonly Row[],
): Promise<ReadonlySet<Row>> {
  if (context.confirmLocked) return new Set();
  const locks = await readLocks(context);
  return new Set(
    coming.filter((row) => {
      const lock = locks.get(row.account_id);
      return lock !== undefined && isWithin(lock, row);
    }),
  );
}

/** Whether `requireUnlocked` can refuse anything: an account was checked, and the person has not confirmed. */
export async function mayBeLocked(context: Confirming): Promise<boolean> {
  return !context.confirmLocked && (await readLocks(context)).size > 0;
}

/**
 * What changed of that on which a balance depends, in the currency of its account; everything else, such as the rate to
 * the person's, may change after a check.
 */
export function changedInBalance(before: TransactionRow, after: TransactionRow) {
  if (after.date !== before.date) return 'date';
  if (after.account_id !== before.account_id) return 'account_id';
  if (after.type !== before.type) return 'type';
  return chargedAmount(after) === chargedAmount(before) ? undefined : 'amount';
}

/** As `requireUnlocked`, for whatever work writes; it is undone with the database transaction. */
export async function requireUnlockedWork<Result>(
  context: Omit<Confirming, 'db'>,
  ledger: Ledger,
  work: () => Promise<Result>,
): Promise<Result> {
  if (context.confirmLocked) return work();
  const { before, after, result } = await ledger.watching(work);
  const [was, is] = [byId(before), byId(after)];
  const differs = ({ id }: TransactionRow) => {
    const [one, other] = [was.get(id), is.get(id)];
    return !one || !other || changedInBalance(one, other) !== undefined;
  };
  await requireUnlocked({ ...context, db: ledger.tx }, before.filter(differs), '', after.filter(differs));
  return result;
}

const byId = (rows: readonly TransactionRow[]) => new Map(rows.map((row) => [row.id, row]));

/** As `requireUnlocked`, for batches of ids, and what all of them get. */
export async function requireUnlockedBatches(
  context: Confirming,
  batches: readonly Batch[],
  field: string,
  { accountId, date }: { accountId?: string | undefined; date?: string | undefined } = {},
): Promise<void> {
  if (context.confirmLocked) return;
  const locks = await readLocks(context);
  if (locks.size === 0) return;
  for (const batch of batches) {
    const rows = await findWithOtherSides(context.db, context.viewer.id, idsOf(batch));
    const coming = rows.map((row) => ({
      ...row,
      account_id: accountId ?? row.account_id,
      date: date ?? row.date,
    }));
    await requireNoneOf(context, locks, { rows, coming }, field);
  }
}

/** As `requireUnlocked`, for everything of one account, which goes with it or comes into another. */
export async function requireUnlockedRemoval(
  context: Confirming,
  from: string,
  into: string | undefined,
): Promise<void> {
  if (context.confirmLocked) return;
  const { db, viewer } = context;
  const locks = await readLocks(context);
  const [own, other] = [locks.get(from), locks.get(into ?? '')];
  const isLocked =
    (own && (await hasFoundRight(db, viewer.id, from, own))) ||
    (other && (await hasTransactionsUntil(db, viewer.id, from, other.until)));
  if (isLocked) throw lockedAt('');
}

/**
 * The day as which a new row of a file comes for checks: payments of a purchase after the first one, whatever day their
 * file gives them, are of the time of their charge.
 */
export function dayForChecks(
  { date, charge_date, installment_n }: Pick<TransactionRow, 'date' | 'charge_date' | 'installment_n'>,
  account: AccountRow | undefined,
): string {
  const isLater = account && (installment_n ?? 1) > 1;
  return isLater ? chargedOn({ date, charge_date, category_id: null }, account) : date;
}

type Checked = Pick<AccountRow, 'checked_until' | 'checked_at'>;

interface Lock {
  until: string;
  at: string;
  /** It was made on its day, of which the rest was still to come. */
  isOfItsDay: boolean;
}

function lockOf({ checked_until, checked_at }: Checked, { viewer }: Pick<Reading, 'viewer'>): Lock | null {
  if (checked_until === null) return null;
  const at = checked_at ?? '';
  const { timezone } = viewer.preferences;
  const isOfItsDay = at !== '' && localNow(new Date(at), timezone).date === checked_until;
  return { until: checked_until, at, isOfItsDay };
}

/** Whether a check speaks of a transaction. */
const isWithin = ({ until, at, isOfItsDay }: Lock, { date, created_at }: Placed) =>
  date < until || (date === until && !(isOfItsDay && created_at > at));

async function readLocks(context: Confirming): Promise<Map<string, Lock>> {
  const rows = await findAccounts(context.db, context.viewer.id);
  return new Map(
    rows.flatMap((row) => {
      const lock = lockOf(row, context);
      return lock ? [[row.id, lock]] : [];
    }),
  );
}

const lockedAt = (field: string) =>
  new DomainError('LOCKED', 409, { fields: [{ field, message: 'errors:LOCKED' }] });

async function requireNoneOf(
  { db, viewer }: Confirming,
  locks: ReadonlyMap<string, Lock>,
  { rows, coming }: { rows: readonly Placed[]; coming: readonly Placed[] },
  field: string,
): Promise<void> {
  const isIn = (row: Placed) => {
    const lock = locks.get(row.account_id);
    return lock !== undefined && isWithin(lock, row);
  };
  const there = new Set(rows.filter(isIn).map(({ id, account_id }) => `${account_id} ${id}`));
  if (coming.some((row) => isIn(row) && !there.has(`${row.account_id} ${row.id}`))) throw lockedAt(field);
  const right = rows.filter((row) => isIn(row) && row.created_at <= (locks.get(row.account_id)?.at ?? ''));
  if (right.length === 0) return;
  const open = await findNotFoundRight(db, viewer.id, right);
  if (right.some(({ id }) => !open.has(id))) throw lockedAt(field);
}

/**
 * The accounts whose latest check still holds: they had on its day what the bank showed, without what it left open and
 * what was recorded later on the day on which it was made.
 */
export function validChecks(context: Reading, accounts: readonly AccountRow[]): Promise<ReadonlySet<string>> {
  return fromSnapshot(context, async ({ db, viewer }) => {
    const valid = new Set<string>();
    for (const row of accounts) {
      const lock = lockOf(row, context);
      if (!lock) continue;
      const { until, at, isOfItsDay } = lock;
      const balance = (await sumAccounts(db, viewer.id, until)).get(row.id)?.amount ?? 0;
      const since = isOfItsDay ? at : null;
      const check = { account: row.id, until, at, since };
      const payments = await findPaymentsSince(db, viewer.id, check);
      const aside = payments.reduce(
        (sum, { amount, ...payment }) =>
          chargedOn({ ...payment, category_id: null }, row) > until ? sum + amount : sum,
        await sumNotChecked(db, viewer.id, check),
      );
      if (balance - aside === row.checked_balance) valid.add(row.id);
    }
    return valid;
  });
}
