import type { BankImportRow, TransactionRow } from '../../../db/tables.ts';
import { chargedAmount, signedCharge } from '../../charged.ts';
import type { Writing } from '../../context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { findOpenings } from '../../money-accounts/money-accounts.queries.ts';
import { readAccount } from '../../money-accounts/read.ts';
import { insertOpening, shifted, takeFromWhole } from '../../money-accounts/whole.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { nextVersion } from '../../version.ts';
import { findImport } from '../imports.queries.ts';
import { findCreatedIn } from '../matching/existing.queries.ts';
import type { ImportEffects } from '../outcome.ts';
import { stateOf } from '../read-imports.ts';
import { History } from './line-history.ts';
import { changeMade, findMade } from './made.ts';
import { setMissingOpening } from './missing-opening.ts';
import {
  changeMadeOpenings,
  dateBeforeRows,
  follow,
  historyOf,
  lastMoves,
  statementOf,
} from './opening-moves.ts';
import { partOfWhole } from './stated-whole.ts';

/*
 * Where the person chose the bank's balance, an import replaces the opening balance that was said before. Its undo puts
 * that one back.
 */

/** The version of an opening balance in whose place there is none. */
const NONE = '';

/**
 * Gives an account the opening balance with which it agrees with its bank.
 * @param isPart whether the stated whole has included it so far
 */
export async function makeOpening(
  ledger: Ledger,
  context: Writing,
  row: BankImportRow,
  isPart: boolean,
): Promise<ImportEffects['openings']> {
  const rowsBefore = await openingRows(ledger, row.account_id);
  const missing = await setMissingOpening(context, await stateOf(context, row));
  if (missing === null) return [];
  const { row: account, opening } = await readAccount(context, row.account_id ?? '');
  const part = isPart && opening ? await partOfWhole(context, row, opening) : null;
  const taken = part && (await takeFromWhole(ledger, context, account, part.amount, part.whole.amount));
  const rows = await openingRows(ledger, account.id);
  const ids = new Set([...rowsBefore, ...rows].map(({ id }) => id));
  // One that accounts merged into it brought stays beside its own.
  return [...ids].flatMap((id) => {
    const [there, one] = [rowsBefore, rows].map((some) => some.find((each) => each.id === id));
    if (there && there.updated_at === one?.updated_at) return [];
    const before = there ?? (one && missing.replaces ? nothingOf(one) : undefined);
    const more = { ...(taken && id === opening?.id && { taken }), ...(before && { before }) };
    return [{ account: account.id, id, version: one?.updated_at ?? NONE, ...more }];
  });
}

async function openingRows({ tx, userId }: Ledger, account: string | null): Promise<TransactionRow[]> {
  const own = (await findOpenings(tx, userId)).filter(({ account_id }) => account_id === account);
  return findTransactionsOf(
    tx,
    userId,
    own.map(({ id }) => id),
  );
}

/** As it is where it does not exist. */
const nothingOf = (row: TransactionRow): TransactionRow => ({
  ...row,
  amount: 0,
  ...(row.account_amount !== null && { account_amount: 0 }),
});

/**
 * Puts back what an import replaced: with its version, if it is again what it was, because other imports may have brought
 * rows since. Where another import has replaced it since, that one puts it back.
 */
export async function restoreOpening(
  ledger: Ledger,
  row: BankImportRow,
  { before, version }: { before: TransactionRow; version: string },
  now: Date,
): Promise<void> {
  const { tx, userId } = ledger;
  const [there] = await findTransactionsOf(tx, userId, [before.id]);
  const isThere = there?.updated_at === version;
  const isReplaced = (await findMade(tx, userId, 'id', before.id)).some(({ openings }) =>
    openings.some((each) => each.before?.updated_at === version),
  );
  const isNone = version === NONE && (await openingRows(ledger, before.account_id)).length === 0;
  // A person has changed it since.
  if (!isThere && !isReplaced && !isNone) return;
  const said = there ? { ...before, ...placeOf(there, before) } : before;
  const back = chargedAmount(said) === 0 ? said : await asStated(ledger, row, said);
  const isAgain = back === said;
  const ownVersion = isThere || isNone ? nextVersion(there ?? before, now) : version;
  const restored = { ...back, updated_at: isAgain ? before.updated_at : ownVersion };
  if (isNone) await insertOpening(ledger, restored, signedCharge(restored), now);
  else if (!isThere)
    await changeMadeOpenings(ledger, before.id, (each) =>
      each.before?.updated_at === version ? { ...each, before: restored } : each,
    );
  else if (chargedAmount(restored) === 0) await ledger.delete([before.id]);
  else await ledger.update([restored]);
  await follow(ledger, before, restored.updated_at);
}

/** A merge may have brought an account's money into another one, in the person's currency. */
const placeOf = ({ account_id, account_amount }: TransactionRow, before: TransactionRow) => ({
  account_id,
  account_amount: account_amount === null ? null : before.account_amount,
});

/**
 * An opening balance that comes back: what it says of its day holds for the rows too that other imports have brought since
 * it was replaced, up to the next time that it was.
 */
async function asStated(ledger: Ledger, row: BankImportRow, before: TransactionRow): Promise<TransactionRow> {
  const { tx, userId } = ledger;
  const { account_id: account, updated_at: version } = before;
  const openings = await historyOf(tx, userId, before.id, row.id);
  const { day, said } = statementOf(before, lastMoves(openings, version));
  const [next] = openings.replaced
    .filter((each) => each.version > version)
    .toSorted((one, other) => (one.version < other.version ? -1 : 1));
  const date = await dateBeforeRows(tx, before, day);
  let back = before;
  for (const [importId, rows] of await broughtSince(ledger, row, account)) {
    const other = await findImport(tx, userId, importId);
    if (!other?.done_at || !row.done_at || other.done_at <= row.done_at) continue;
    if (next?.at && other.done_at >= next.at) continue;
    const by = -rows.filter((each) => each.date < day).reduce((sum, each) => sum + signedCharge(each), 0);
    if (by !== 0) back = { ...shifted(back, by), date };
    const move = by === 0 ? [] : [{ account, day, before, date, by, said }];
    await changeMade(tx, other, (made) => ({
      ...made,
      stated: [
        ...(made.stated ?? []).filter(
          (each) => each.before.id !== before.id || each.before.updated_at < version,
        ),
        ...move,
      ],
    }));
  }
  return back;
}

/** What other imports have brought into an account since one was read, by the import. */
async function broughtSince(
  { tx, userId }: Ledger,
  { id, created_at }: BankImportRow,
  account: string,
): Promise<Map<string, TransactionRow[]>> {
  const ids = await findCreatedIn(tx, userId, [account], created_at);
  const history = await History.of(tx, userId, ids);
  const rows = await findTransactionsOf(tx, userId, ids);
  return Map.groupBy(
    rows.filter((row) => history.makerOf(row.id, id)),
    (row) => history.makerOf(row.id, id) ?? '',
  );
}
