import type { Db } from '../../../db/open.ts';
import type { TransactionRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import { chargedAmount, signedCharge } from '../../charged.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { insertOpening, shift } from '../../money-accounts/whole.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import type { BankRow } from '../file-memory.ts';
import { findKnownRows, OPENING_KIND } from '../known-rows.queries.ts';
import { findFirstDay } from '../matching/existing.queries.ts';
import type { ImportEffects, Stated } from '../outcome.ts';
import { EARLIEST } from '../preview/lines.ts';
import { changeMade, findMade } from './made.ts';

/** A move of an opening balance; minor units. */
export type Move = Pick<Stated, 'day' | 'date' | 'by' | 'said'> & {
  before: Pick<TransactionRow, 'id' | 'updated_at'> & { date?: string };
};

export const sumOf = (moves: readonly Pick<Move, 'by'>[]) => moves.reduce((sum, { by = 0 }) => sum + by, 0);

/** The balance that was stated for a day (`said`), in minor units, and the opening balance that says so. */
export interface OpeningStatement {
  day: string;
  said: number;
  before: TransactionRow;
  /** Whether imports have moved it since. */
  isMoved: boolean;
}

/** How imports moved an opening balance, the latest first, and the versions of it that they replaced. */
interface OpeningHistory {
  moves: Move[];
  replaced: { version: string; at: string | null }[];
}

/** @param except the id of an import that does not count */
export async function historyOf(
  db: Db,
  userId: string,
  id: string,
  except?: string,
): Promise<OpeningHistory> {
  const made = (await findMade(db, userId, 'id', id)).filter((each) => each.id !== except);
  const moves: Move[] = [...made.flatMap(({ stated = [] }) => stated), ...(await notedMoves(db, userId, id))];
  return {
    moves: moves
      .filter(({ before }) => before.id === id)
      .toSorted((one, other) => (one.before.updated_at < other.before.updated_at ? 1 : -1)),
    replaced: made.flatMap(({ openings, done_at: at }) =>
      openings.flatMap(({ before }) => (before?.id === id ? { version: before.updated_at, at } : [])),
    ),
  };
}

/**
 * The moves since an import last replaced it, or its person said another one: of what it is now, or of what a version of it
 * was.
 */
export function lastMoves({ moves, replaced }: OpeningHistory, version = '\uffff'): Move[] {
  const since = moves.filter(
    ({ before: { updated_at: own } }) =>
      own < version && !replaced.some((each) => own < each.version && each.version < version),
  );
  // One that had the day that it states was not moved before.
  const isFirst = ({ before, day }: Move) =>
    before.date === day && !since.some(({ date }) => date === before.date);
  const first = since.find(isFirst)?.before.updated_at ?? '';
  return since.filter(({ before }) => before.updated_at >= first);
}

/** What an opening balance states: the balance of its date, or of the day from which imports moved it. */
export function statementOf(row: TransactionRow, moves: readonly Move[]): OpeningStatement {
  const last = moves.find(({ date }) => date === row.date);
  const said = signedCharge(row) - (last ? sumOf(moves) : 0);
  return { day: last?.day ?? row.date, said, before: row, isMoved: last !== undefined };
}

/** What an opening balance states as it is now. */
export const readStatementOf = async (db: Db, row: TransactionRow): Promise<OpeningStatement> =>
  statementOf(row, lastMoves(await historyOf(db, row.user_id, row.id)));

/** The date from which an opening balance, stated for a day, is before the rows of its account. */
export async function dateBeforeRows(
  db: Db,
  { user_id, account_id, date }: TransactionRow,
  day: string,
): Promise<string> {
  const first = await findFirstDay(db, user_id, account_id);
  const earlier = first && first < day && first > EARLIEST ? plusDays(first, -1) : date;
  return earlier < date ? earlier : date;
}

/** Moves an opening balance; one that has come to nothing comes back, as it was `before`. */
export async function moveOpening(
  ledger: Ledger,
  before: TransactionRow,
  by: number,
  now: Date,
  date: string,
): Promise<void> {
  const [there] = await findTransactionsOf(ledger.tx, ledger.userId, [before.id]);
  if (!there) {
    if (by !== 0) await insertOpening(ledger, { ...before, date }, by, now);
    return;
  }
  if (by === 0 && there.date === date) return;
  const after = await shift(ledger, there, by, now, date);
  if (after) await follow(ledger, there, after.updated_at);
}

/** Notes the new version of an opening balance that an import made, which stays the import's while only imports change it. */
export function follow(ledger: Ledger, { id, updated_at }: TransactionRow, version: string): Promise<void> {
  return changeMadeOpenings(ledger, id, (each) =>
    each.id === id && each.version === updated_at ? { ...each, version } : each,
  );
}

type MadeOpening = ImportEffects['openings'][number];

/** Changes what imports made of an opening balance, or replaced of it. */
export async function changeMadeOpenings(
  { tx, userId }: Ledger,
  opening: string,
  change: (each: MadeOpening) => MadeOpening,
): Promise<void> {
  const isOf = ({ id, before }: MadeOpening) => id === opening || before?.id === opening;
  for (const each of await findMade(tx, userId, 'id', opening))
    await changeMade(tx, each, (made) => ({
      ...made,
      openings: made.openings.map((one) => (isOf(one) ? change(one) : one)),
    }));
}

/**
 * An opening balance that imports moved, in the rows of banks of an account's file: as it was stated, and as it was moved.
 * @param said what was stated for `day`; minor units
 */
export function notesOf(row: TransactionRow, day: string, said: number): BankRow[] {
  const moved: BankRow = {
    kind: OPENING_KIND,
    account_id: row.account_id,
    date: row.date,
    amount: chargedAmount(row),
    currency: null,
    type: row.type,
    description: row.description,
    merchant_name: null,
    external_id: null,
    is_pending: 0,
    installment_n: null,
    charge_date: null,
  };
  return [{ ...moved, date: day, amount: Math.abs(said), type: said < 0 ? 'expense' : 'income' }, moved];
}

/** As the file of an account had it: earlier than any import into this one. */
async function notedMoves(db: Db, userId: string, opening: string): Promise<Move[]> {
  const [said, moved] = (await findKnownRows(db, userId, [opening])).filter(
    ({ kind }) => kind === OPENING_KIND,
  );
  if (!said || !moved) return [];
  const [before, after] = [said, moved].map(({ type, amount }) => (type === 'income' ? amount : -amount));
  const by = (after ?? 0) - (before ?? 0);
  return [{ day: said.date, date: moved.date, by, before: { id: opening, updated_at: '' } }];
}
