import type { Db } from '../../../db/open.ts';
import type { BankImportRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import { signedCharge } from '../../charged.ts';
import { sideIdOf } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { balanceOn } from '../../money-accounts/read.ts';
import { shifted } from '../../money-accounts/whole.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { findCreatedIn } from '../matching/existing.queries.ts';
import type { Stated } from '../outcome.ts';
import { beforeOf, History, isMerge } from './line-history.ts';
import { changeMade, madeOf, withStated } from './made.ts';
import { changeMadeOpenings, historyOf, lastMoves, moveOpening } from './opening-moves.ts';
import { isNothing, type StatedBalance } from './stated-balances.ts';
import { findMadeIds } from './undo.queries.ts';

// Undoes what `stated-balances.ts` moves.

/** A transaction as an import created it, before another import changed it; signed minor units. */
interface AsMade {
  id: string;
  date: string;
  amount: number;
}

/** The state when an undo began. */
export interface BeforeUndo {
  /** Transactions of this import that other imports have changed. */
  asMade: AsMade[];
  /**
   * The instant at which the undo began, and the transactions created at that instant or later, but before the undo.
   */
  since: string;
  created: string[];
}

export async function readBeforeUndo(
  ledger: Pick<Ledger, 'tx' | 'userId'>,
  row: BankImportRow,
  balances: readonly StatedBalance[],
  now: Date,
): Promise<BeforeUndo> {
  const since = now.toISOString();
  if (balances.length === 0) return { asMade: [], since, created: [] };
  return {
    asMade: await changedByOthers(ledger, row),
    since,
    created: await findCreatedIn(ledger.tx, ledger.userId, accountsOf(balances), since),
  };
}

const accountsOf = (balances: readonly StatedBalance[]) => balances.map(({ account }) => account);

async function changedByOthers(
  { tx, userId }: Pick<Ledger, 'tx' | 'userId'>,
  { id: importId }: BankImportRow,
): Promise<AsMade[]> {
  const ids = await findIdsMade(tx, userId, importId);
  const history = await History.of(tx, userId, ids);
  return ids.flatMap((id) => {
    const first = history.changing(id).find((line) => line.import_id !== importId && isMerge(line));
    if (!first) return [];
    const row = beforeOf(first);
    return { id, date: row.date, amount: signedCharge(row) };
  });
}

/** The ids of what an import created, with those that other sides of it may have. */
const findIdsMade = async (tx: Db, userId: string, importId: string): Promise<string[]> =>
  (await findMadeIds(tx, userId, importId)).flatMap((one) => [one, sideIdOf(one)]);

/**
 * Moves opening balances back after the rows of an import were removed: by the amount that it had moved them, whatever the
 * person did to its rows since. Rows that other imports own now are left to the undo of those.
 * @param isWhole whether none of its rows stays because somebody has changed it
 */
export async function restoreOpenings(
  ledger: Ledger,
  row: BankImportRow,
  balances: readonly StatedBalance[],
  { isWhole, atUndo, now }: { isWhole: boolean; atUndo?: BeforeUndo | undefined; now: Date },
): Promise<void> {
  const { tx, userId } = ledger;
  await ledger.updateTotals();
  const { stated = [] } = madeOf(row);
  const passed = balances.length > 0 ? await passedToOthers(ledger, row, balances, atUndo) : [];
  for (const { account, day, balance, before, isBanks = false } of balances) {
    const own = stated.find((each) => each.account === account && each.before.id === before.id);
    if (own && (await isDeleted(ledger, own))) continue;
    let by = balance - (await balanceOn(tx, userId, account, plusDays(day, -1)));
    if (own?.by !== undefined && own.day === day && !isBanks) {
      const stay = passed.filter((each) => each.account === account && each.date < day);
      for (const { amount, maker } of stay)
        await changeMade(tx, { user_id: userId, id: maker }, (made) =>
          withStated(made, [{ ...own, by: -amount }]),
        );
      if (isWhole) by = -own.by - stay.reduce((sum, { amount }) => sum + amount, 0);
    } else if (own?.by !== undefined) await moveReplacedBack(ledger, row, own);
    const [other] = lastMoves(await historyOf(tx, userId, before.id, row.id));
    await moveOpening(ledger, before, by, now, isBanks ? before.date : (other?.date ?? day));
  }
  await ledger.updateTotals();
}

/** Whether an opening balance was deleted, rather than moved to zero by imports. */
async function isDeleted({ tx, userId }: Ledger, stated: Stated): Promise<boolean> {
  if (stated.said === undefined) return false;
  const there = await findTransactionsOf(tx, userId, [stated.before.id]);
  return there.length === 0 && !(await isNothing(tx, stated));
}

/** In an opening balance that another import has replaced since, and that its undo puts back. */
async function moveReplacedBack(
  ledger: Ledger,
  row: BankImportRow,
  { before, day, by = 0 }: Stated,
): Promise<void> {
  const history = await historyOf(ledger.tx, ledger.userId, before.id, row.id);
  await changeMadeOpenings(ledger, before.id, (each) => {
    if (!each.before || each.before.updated_at <= before.updated_at) return each;
    const [other] = lastMoves(history, each.before.updated_at);
    return { ...each, before: { ...shifted(each.before, -by), date: other?.date ?? day } };
  });
}

/** What an import created and other imports own now, as it was created. */
async function passedToOthers(
  { tx, userId }: Ledger,
  { id: importId }: BankImportRow,
  balances: readonly StatedBalance[],
  atUndo: BeforeUndo | undefined,
): Promise<(Omit<AsMade, 'id'> & { account: string; maker: string })[]> {
  const created = atUndo ? await findCreatedIn(tx, userId, accountsOf(balances), atUndo.since) : [];
  // Sides of transfers that were rows of this import, and are implied by other files now.
  const implied = created.filter((one) => !atUndo?.created.includes(one));
  const ids = [...new Set([...(await findIdsMade(tx, userId, importId)), ...implied])];
  const history = await History.of(tx, userId, ids);
  const asMade = new Map(atUndo?.asMade.map((each) => [each.id, each]));
  const passed = ids.filter((id) => history.makerOf(id, importId));
  return (await findTransactionsOf(tx, userId, passed)).map((row) => {
    const { date, amount } = asMade.get(row.id) ?? { date: row.date, amount: signedCharge(row) };
    return { account: row.account_id, date, amount, maker: history.makerOf(row.id, importId) ?? '' };
  });
}
