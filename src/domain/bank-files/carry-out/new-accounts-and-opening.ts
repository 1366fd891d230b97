import type { BankImportRow, TransactionRow } from '../../../db/tables.ts';
import { findGoals } from '../../budgets/budgets.queries.ts';
import { plusDays, todayOf } from '../../calendar.ts';
import type { Reading, Writing } from '../../context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { countMovedBy, findTrashedAccounts } from '../../ledger/trashed-accounts.queries.ts';
import { createAccount, freeName } from '../../money-accounts/create.ts';
import {
  countByAccount,
  countTemplatesIn,
  deleteAccount,
  findAccounts,
  findOpenings,
  updateAccount,
} from '../../money-accounts/money-accounts.queries.ts';
import { isOpen, type Opening, readAccount } from '../../money-accounts/read.ts';
import {
  countedIn,
  insertOpening,
  putBackIntoWhole,
  type Taken,
  takeFromWhole,
} from '../../money-accounts/whole.ts';
import { rulesNaming } from '../../rules/move-account.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { inAccount } from '../../transactions/transfers/transfer.ts';
import { nextVersion } from '../../version.ts';
import type { MappingQuestion } from '../bank-file.ts';
import { findOtherDone, updateImport } from '../imports.queries.ts';
import { findAccountsToUse, sumToCome } from '../lines.queries.ts';
import { newAccountsOf } from '../new-accounts.ts';
import type { FoundAccount, Made, Outcome, Stayed, StayReason } from '../outcome.ts';
import { stateOf } from '../read-imports.ts';
import { keyOfAccount } from '../reading/find-account.ts';
import { rememberAccount } from '../remembered.queries.ts';
import { missingOpening, setMissingOpening } from './missing-opening.ts';
import { asStated } from './restore-openings.ts';
import {
  changeMadeOpenings,
  follow,
  madeIn,
  readStatedWhole,
  type StatedWhole,
  signed,
} from './stated-balances.ts';

/** What else an import does, as the person chose. */
export interface CarryOutInput {
  /** Sets the opening balance with which the account agrees with the bank. */
  opening?: boolean | undefined;
  /** The first account includes this one so far: its opening balance is reduced by that of this one. */
  isPart?: boolean | undefined;
  /** The charged bills of the cards that rows are added to were paid: all, or those up to a local date. */
  billsPaid?: boolean | string | undefined;
  /** Balances that were stated for a later day than that of rows stay as they are. */
  keepsStated?: boolean | undefined;
}

/** Creates the new accounts of an import and its opening balance. Returns the import with a record of both. */
export async function createAccountsAndOpening(
  ledger: Ledger,
  context: Writing,
  row: BankImportRow,
  { opening = false, isPart = false }: Pick<CarryOutInput, 'opening' | 'isPart'>,
): Promise<BankImportRow> {
  const outcome: Outcome = JSON.parse(row.outcome);
  const made: Made = outcome.made ?? { accounts: [], openings: [] };
  const there = await findAccounts(ledger.tx, ledger.userId);
  // An account that another import created and that was merged since has none of its rows any more.
  const planned = newAccountsOf(row);
  const used = new Set([
    row.account_id,
    ...(planned.size > 0 ? await findAccountsToUse(ledger.tx, row) : []),
  ]);
  for (const [id, input] of planned) {
    if (!used.has(id) || there.some((account) => account.id === id)) continue;
    const added = await createAccount(context, { ...input, name: freeName(there, input.name) }, { id });
    there.push(added.row);
    made.accounts.push(id);
    await remember(context, row, id);
  }
  if (opening) made.openings.push(...(await makeOpening(ledger, context, row, isPart)));
  if (made.accounts.length + made.openings.length === 0) return row;
  return { ...row, outcome: JSON.stringify({ ...outcome, made } satisfies Outcome) };
}

async function remember({ db, now }: Writing, row: BankImportRow, account_id: string): Promise<void> {
  const question: MappingQuestion | undefined = JSON.parse(row.question ?? 'null') ?? undefined;
  const file = { kind: row.kind, ...(question && { question }) };
  for (const found of JSON.parse(row.file_accounts) as FoundAccount[])
    if (found.account_id === account_id)
      await rememberAccount(db, {
        user_id: row.user_id,
        key: keyOfAccount(file, found),
        account_id,
        updated_at: now.toISOString(),
      });
}

async function makeOpening(
  ledger: Ledger,
  context: Writing,
  row: BankImportRow,
  isPart: boolean,
): Promise<Made['openings']> {
  const state = await stateOf(context, row);
  const replaced = (await missingOpening(context, state))?.replaces;
  const rowsBefore = await openingRows(ledger, row.account_id);
  const amount = await setMissingOpening(context, state);
  const { row: account, opening } = await readAccount(context, row.account_id ?? '');
  if (amount === null) return [];
  const taken = isPart ? await takePart() : null;
  const rows = await openingRows(ledger, account.id);
  const gone = rowsBefore.filter(({ id }) => !rows.some((one) => one.id === id));
  // One that accounts merged into it brought stays beside its own.
  const made = rows.flatMap((one) => {
    const before = rowsBefore.find(({ id }) => id === one.id) ?? (replaced ? nothingOf(one) : undefined);
    if (before?.updated_at === one.updated_at && before.amount === one.amount) return [];
    const isFirst = one.id === opening?.id;
    const more = { ...(taken && isFirst && { taken }), ...(before && { before }) };
    return [{ account: account.id, id: one.id, version: one.updated_at, ...more }];
  });
  return [
    ...made,
    ...gone.map((before) => ({ account: account.id, id: before.id, version: NOTHING, before })),
  ];

  /** The part of the stated whole that was in this account. */
  async function takePart(): Promise<Taken | null> {
    const part = opening && (await partOf(context, row, opening));
    return part && takeFromWhole(ledger, context, account, part.amount, part.whole.amount);
  }
}

async function openingRows({ tx, userId }: Ledger, account: string | null): Promise<TransactionRow[]> {
  const own = (await findOpenings(tx, userId)).filter(({ account_id }) => account_id === account);
  return findTransactionsOf(
    tx,
    userId,
    own.map(({ id }) => id),
  );
}

/** The version of an opening balance in whose place there is none. */
const NOTHING = '';

/** As it is where it does not exist. */
const nothingOf = (row: TransactionRow): TransactionRow => ({
  ...row,
  amount: 0,
  ...(row.account_amount !== null && { account_amount: 0 }),
});

/**
 * The balance of a new account on the day for which the person stated the balance of all accounts together, with its
 * opening balance; minor units.
 */
async function partOf(
  context: Reading,
  row: BankImportRow,
  opening: Pick<Opening, 'amount' | 'date'>,
): Promise<{ whole: StatedWhole; amount: number } | null> {
  const whole = await readStatedWhole(context);
  if (!whole) return null;
  const isEarlier = opening.date < whole.day;
  const rows = isEarlier ? await sumToCome(context.db, row, plusDays(whole.day, -1)) : 0;
  return { whole, amount: opening.amount + rows };
}

/** The stated balance of all accounts without the part that a new account begins with; minor units. */
export async function restOfWhole(context: Reading, row: BankImportRow, amount: number): Promise<number> {
  const date = plusDays(row.period_from ?? todayOf(context), -1);
  const part = await partOf(context, row, { amount, date });
  return part ? part.whole.amount - countedIn(part.whole.amount, part.amount) : 0;
}

/**
 * Removes the accounts and opening balances that an import created, after its rows were removed, unless something else
 * needs them. Those are then removed by the undo of a later import into the account.
 * @returns the accounts that stay
 */
export async function removeAccountsAndOpening(
  ledger: Ledger,
  row: BankImportRow,
  now: Date,
): Promise<Stayed[]> {
  const { made }: Outcome = JSON.parse(row.outcome);
  if (!made) return [];
  const stayed: Stayed[] = [];
  await ledger.updateTotals();
  await takeBackNumbers(ledger, row, made, now);
  const ids = new Set([...made.accounts, ...made.openings.map(({ account }) => account)]);
  for (const id of ids) {
    const isThere = (await findAccounts(ledger.tx, ledger.userId)).some((each) => each.id === id);
    const isMade = isThere && made.accounts.includes(id);
    const openings = made.openings.filter(({ account }) => account === id);
    for (const { before, version } of openings)
      if (before) await restoreOpening(ledger, row, before, version, now);
    const opening = openings.find(({ before }) => !before);
    if (!isMade && !opening) continue;
    const { reason, place } = isThere
      ? { reason: await reasonToStay(ledger, id, opening, isMade), place: id }
      : await staysMerged(ledger, row, id, opening);
    if (reason) {
      stayed.push({ account: place, reason });
      if (reason === 'transactions') await handOver(ledger, row, { account: id, place }, made);
      continue;
    }
    if (opening) await ledger.delete([opening.id]);
    if (opening?.taken) await putBackIntoWhole(ledger, opening.taken, now);
    if (!isMade) continue;
    await deleteAccount(ledger, id);
  }
  return stayed;
}

/** Of accounts that still have the number that the import gave them; the undo of a program's later rows does it where there are any. */
async function takeBackNumbers(
  { tx, userId }: Ledger,
  row: BankImportRow,
  { numbers = [] }: Made,
  now: Date,
): Promise<void> {
  const accounts = await findAccounts(tx, userId);
  for (const given of numbers) {
    const account = accounts.find(({ id, number }) => id === given.account && number === given.number);
    if (!account) continue;
    const other = await findOtherDone(tx, row, account.id, 'api');
    if (other) await updateImport(tx, withNumber(other, given));
    else await updateAccount(tx, { ...account, number: null, updated_at: nextVersion(account, now) });
  }
}

/** An import with a number that it gave an account, or that another one gave and this one needs. */
export function withNumber(
  { user_id, id, outcome }: BankImportRow,
  given: NonNullable<Made['numbers']>[number],
): Pick<BankImportRow, 'user_id' | 'id' | 'outcome'> {
  const { made, ...counts }: Outcome = JSON.parse(outcome);
  const after: Made = { accounts: [], openings: [], ...made, numbers: [...(made?.numbers ?? []), given] };
  return { user_id, id, outcome: JSON.stringify({ ...counts, made: after } satisfies Outcome) };
}

/**
 * With its version, if it is again what it was: other imports may have brought rows since. Where another import has
 * replaced it since, that one restores it.
 */
async function restoreOpening(
  ledger: Ledger,
  row: BankImportRow,
  before: TransactionRow,
  version: string,
  now: Date,
): Promise<void> {
  const { tx, userId } = ledger;
  const [there] = await findTransactionsOf(tx, userId, [before.id]);
  const isThere = there?.updated_at === version;
  const isReplaced = (await madeIn(tx, userId, 'id', before.id)).some(({ openings }) =>
    openings.some((each) => each.before?.updated_at === version),
  );
  const isNothing = version === NOTHING && (await openingRows(ledger, before.account_id)).length === 0;
  // A person has changed it since.
  if (!isThere && !isReplaced && !isNothing) return;
  const said = there ? { ...before, ...placeOf(there, before) } : before;
  const back = inAccount(said) === 0 ? said : await asStated(ledger, row, said);
  const own =
    back === said ? before.updated_at : isThere || isNothing ? nextVersion(there ?? before, now) : version;
  const restored = { ...back, updated_at: own };
  if (isNothing) await insertOpening(ledger, restored, signed(restored), now);
  else if (!isThere)
    await changeMadeOpenings(ledger, before.id, (each) =>
      each.before?.updated_at === version ? { ...each, before: restored } : each,
    );
  else if (inAccount(restored) === 0) await ledger.delete([before.id]);
  else await ledger.update([restored]);
  await follow(ledger, before, own);
}

/** A merge may have brought an account's money into another one, in the person's currency. */
const placeOf = ({ account_id, account_amount }: TransactionRow, before: TransactionRow) => ({
  account_id,
  account_amount: account_amount === null ? null : before.account_amount,
});

async function handOver(
  { tx }: Ledger,
  row: BankImportRow,
  { account, place }: { account: string; place: string },
  { accounts, openings }: Made,
): Promise<void> {
  const other = await findOtherDone(tx, row, place);
  if (!other) return;
  const outcome: Outcome = JSON.parse(other.outcome);
  const made: Made = {
    ...outcome.made,
    accounts: [...(outcome.made?.accounts ?? []), ...accounts.filter((id) => id === account)],
    openings: [...(outcome.made?.openings ?? []), ...openings.filter((each) => each.account === account)],
  };
  const { user_id, id } = other;
  await updateImport(tx, { user_id, id, outcome: JSON.stringify({ ...outcome, made } satisfies Outcome) });
}

/**
 * Whether what an account began with stays where that account was merged into another one: others of its transactions
 * do. Once the merge cannot be undone, nobody knows them from those of the other account, except what files brought.
 */
async function staysMerged(
  ledger: Ledger,
  row: BankImportRow,
  id: string,
  opening: Made['openings'][number] | undefined,
): Promise<{ reason: StayReason | null; place: string }> {
  const { tx, userId } = ledger;
  const [own] = opening ? await findTransactionsOf(tx, userId, [opening.id]) : [];
  if (!own) return { reason: null, place: id };
  const place = own.account_id;
  const merged = (await findTrashedAccounts(ledger)).find((each) => each.id === id);
  const others = merged
    ? (await countMovedBy(ledger, merged.deletion.id)) - 1
    : Number((await findOtherDone(tx, row, place)) !== undefined);
  const isUnchanged = own.updated_at === opening?.version;
  return { reason: others > 0 || !isUnchanged ? 'transactions' : null, place };
}

async function reasonToStay(
  ledger: Ledger,
  id: string,
  opening: Made['openings'][number] | undefined,
  isMade: boolean,
): Promise<StayReason | null> {
  const { tx, userId } = ledger;
  const [own] = opening ? await findTransactionsOf(tx, userId, [opening.id]) : [];
  const isUnchanged = own?.updated_at === opening?.version && own?.account_id === id;
  const others = ((await countByAccount(tx, userId)).get(id) ?? 0) - Number(isUnchanged);
  if (others > 0) return 'transactions';
  if ((await countTemplatesIn(tx, userId, id)) > 0) return 'series';
  if (!isMade) return null;
  const accounts = await findAccounts(tx, userId);
  const isNamed =
    accounts.some(({ pays_from }) => pays_from === id) ||
    (await findGoals(tx, userId)).some(({ account_id }) => account_id === id) ||
    (await rulesNaming(ledger, id)).length > 0;
  if (isNamed) return 'named';
  return accounts.some((each) => each.id !== id && isOpen(each)) ? null : 'last';
}
