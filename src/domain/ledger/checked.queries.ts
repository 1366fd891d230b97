import { sql } from 'kysely';
import { insertRows } from '../../db/insert-rows.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tables, TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { signedCharge } from '../charged.ts';

const checked = prepared((db, userId: string) =>
  db
    .selectFrom('money_accounts')
    .select(['id', 'checked_until', 'checked_at'])
    .where('user_id', '=', userId)
    .where('checked_until', 'is not', null),
);

const noteChanged = insertRows(
  'changed_since_checks',
  ['user_id', 'account_id', 'id', 'date', 'amount'],
  // The first change says what the check found.
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

interface Changed {
  /** As it was; null where it was not there. */
  before: TransactionRow | null;
  /** Where it was deleted meanwhile. */
  deletedAt?: string;
  after: TransactionRow;
}

/**
 * Notes of transactions in the time of a check against the bank what it found of them, when they change or come there:
 * what it has not found right is listed by the next one. What was recorded after a check is known by that.
 */
export async function noteSinceChecks(tx: Tx, userId: string, changed: readonly Changed[]): Promise<void> {
  if (changed.every((one) => one.deletedAt === undefined && isSame(one))) return;
  const checks = new Map((await checked(tx, userId)).map((row) => [row.id, row]));
  const isFound = (row: TransactionRow, until = '9999') => {
    const { checked_until, checked_at } = checks.get(row.account_id) ?? {};
    return (
      row.date <= (checked_until ?? '') && row.created_at <= (checked_at ?? '') && until >= (checked_at ?? '')
    );
  };
  const noted = changed.flatMap((one): Tables['changed_since_checks'][] => {
    const { before, deletedAt, after } = one;
    const wasFound = before !== null && isFound(before, deletedAt);
    if (wasFound && isSame(one)) return [];
    return [
      ...(wasFound ? [{ ...keyOf(before), date: before.date, amount: signedCharge(before) }] : []),
      ...(isFound(after) ? [{ ...keyOf(after), date: null, amount: null }] : []),
    ];
  });
  if (noted.length > 0) await noteChanged(tx, noted);
}

const isSame = ({ before, after }: Changed) =>
  before?.account_id === after.account_id &&
  before.date === after.date &&
  signedCharge(before) === signedCharge(after);

const keyOf = ({ user_id, account_id, id }: TransactionRow) => ({ user_id, account_id, id });

/** As `noteSinceChecks`, for everything of one account that is about to come into another. */
export async function noteMergeSinceCheck(tx: Tx, userId: string, from: string, into: string): Promise<void> {
  const check = (await checked(tx, userId)).find(({ id }) => id === into);
  if (!check) return;
  await sql`
    insert into changed_since_checks (user_id, account_id, id, date, amount)
    select user_id, cast(${into} as text), id, null, null from transactions
    where user_id = ${userId} and account_id = ${from}
      and date <= ${check.checked_until} and created_at <= ${check.checked_at}
    on conflict do nothing
  `.execute(tx);
}
