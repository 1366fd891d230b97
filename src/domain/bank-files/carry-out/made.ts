import type { Db } from '../../../db/open.ts';
import type { AccountRow, BankImportRow, TransactionRow } from '../../../db/tables.ts';
import { findImport, findMaking, updateImport } from '../imports.queries.ts';
import type { Key } from '../lines.queries.ts';
import type { ImportEffects, ImportOutcome, LearntNumber, Stated } from '../outcome.ts';

// What imports made besides their rows: each has it stored in its outcome.

export const NOTHING_MADE: ImportEffects = { accounts: [], openings: [] };

export const madeOf = ({ outcome }: Pick<BankImportRow, 'outcome'>): ImportEffects =>
  (JSON.parse(outcome) as ImportOutcome).made ?? NOTHING_MADE;

export async function changeMade(
  db: Db,
  { user_id, id }: Key,
  change: (made: ImportEffects) => ImportEffects,
): Promise<void> {
  const row = await findImport(db, user_id, id);
  if (!row) return;
  const outcome: ImportOutcome = { ...JSON.parse(row.outcome), made: change(madeOf(row)) };
  await updateImport(db, { user_id, id, outcome: JSON.stringify(outcome) });
}

/** The imports that were carried out and made something of an account, or of the opening balance with an id. */
export async function findMade(
  db: Db,
  userId: string,
  field: 'id' | 'account',
  value: string,
): Promise<(ImportEffects & Omit<Awaited<ReturnType<typeof findMaking>>[number], 'outcome'>)[]> {
  const rows = await findMaking(db, userId, field, value);
  return rows.map(({ outcome, ...row }) => ({ ...madeOf({ outcome }), ...row }));
}

/** Whether files said what an account is: its number, if it has one, and what it began with. */
export async function saidByFiles(
  db: Db,
  { user_id, id, number }: AccountRow,
  opening: Pick<TransactionRow, 'id' | 'updated_at'>,
): Promise<{ number: boolean; opening: boolean }> {
  const made = await findMade(db, user_id, 'account', id);
  const numbers = made.flatMap((each) => each.numbers ?? []);
  const openings = made.flatMap((each) => each.openings);
  return {
    number: numbers.some((given) => given.account === id && given.number === number),
    opening: openings.some((each) => each.id === opening.id && each.version === opening.updated_at),
  };
}

/** With the opening balances that an import moved now added to those that it moved before. */
export function withStated(made: ImportEffects, added: readonly Stated[]): ImportEffects {
  const stated = [...(made.stated ?? [])];
  for (const one of added) {
    const at = stated.findIndex(
      ({ account, before }) => account === one.account && before.id === one.before.id,
    );
    const earlier = stated[at];
    if (!earlier) stated.push(one);
    else
      stated[at] = {
        ...one,
        before: earlier.before,
        ...(one.by !== undefined && earlier.by !== undefined && { by: earlier.by + one.by }),
      };
  }
  return { ...made, stated };
}

/** With a number that an import gave an account, or that another one gave and this one needs. */
export const withNumber = (made: ImportEffects, given: LearntNumber): ImportEffects => ({
  ...made,
  numbers: [...(made.numbers ?? []), given],
});
