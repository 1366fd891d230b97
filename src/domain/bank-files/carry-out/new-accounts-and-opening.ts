import type { AccountRow, BankImportRow } from '../../../db/tables.ts';
import { findGoals } from '../../budgets/budgets.queries.ts';
import type { Writing } from '../../context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { countMovedBy, findTrashedAccounts } from '../../ledger/trashed-accounts.queries.ts';
import { createAccount, freeName } from '../../money-accounts/create.ts';
import {
  countByAccount,
  countTemplatesIn,
  deleteAccount,
  findAccounts,
  updateAccount,
} from '../../money-accounts/money-accounts.queries.ts';
import { isOpen } from '../../money-accounts/read.ts';
import { putBackIntoWhole } from '../../money-accounts/whole.ts';
import { rulesNaming } from '../../rules/move-account.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { nextVersion } from '../../version.ts';
import type { MappingQuestion } from '../bank-file.ts';
import { findDone, findOtherDone } from '../imports.queries.ts';
import { findAccountsToUse } from '../lines.queries.ts';
import { newAccountsOf } from '../new-accounts.ts';
import type {
  FoundAccount,
  ImportEffects,
  ImportOutcome,
  LearntNumber,
  Stayed,
  StayReason,
} from '../outcome.ts';
import { isNumberedBy, keyOfAccount, numberInFile, numberToLearn } from '../reading/find-account.ts';
import { rememberAccount } from '../remembered.queries.ts';
import { makeOpening, restoreOpening } from './bank-opening.ts';
import { changeMade, madeOf, withNumber } from './made.ts';

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

/** Creates the new accounts of an import and its opening balance, gives accounts their numbers, and stores that it did. */
export async function createAccountsAndOpening(
  ledger: Ledger,
  context: Writing,
  row: BankImportRow,
  { opening = false, isPart = false }: Pick<CarryOutInput, 'opening' | 'isPart'>,
): Promise<void> {
  const { tx, userId } = ledger;
  const there = await findAccounts(tx, userId);
  const accounts: string[] = [];
  // An account that another import created and that was merged since has none of its rows any more.
  const planned = newAccountsOf(row);
  const used = new Set([row.account_id, ...(planned.size > 0 ? await findAccountsToUse(tx, row) : [])]);
  for (const [id, input] of planned) {
    if (!used.has(id) || there.some((account) => account.id === id)) continue;
    const added = await createAccount(context, { ...input, name: freeName(there, input.name) }, { id });
    there.push(added.row);
    accounts.push(id);
    await remember(context, row, id);
  }
  const openings = opening ? await makeOpening(ledger, context, row, isPart) : [];
  const numbers = await learnNumbers(ledger, context, row, there);
  if (accounts.length + openings.length + numbers.length === 0) return;
  await changeMade(tx, row, (made) => ({
    ...numbers.reduce(withNumber, made),
    accounts: [...made.accounts, ...accounts],
    openings: [...made.openings, ...openings],
  }));
}

/**
 * Accounts without a number get that of the file that is brought into them: the next one finds them by it. Where it cannot
 * be theirs, which account the file went into is remembered, so that the next one is not asked about.
 */
async function learnNumbers(
  { tx }: Ledger,
  context: Writing,
  row: BankImportRow,
  there: readonly AccountRow[],
): Promise<LearntNumber[]> {
  const numbers: LearntNumber[] = [];
  for (const account of there) {
    const number = await numberToLearn(context, account, row, there);
    if (number === null) {
      if (account.number === null && namesNumberOf(row, account)) await remember(context, row, account.id);
      continue;
    }
    await updateAccount(tx, { ...account, number, updated_at: nextVersion(account, context.now) });
    numbers.push({ account: account.id, number });
  }
  return numbers;
}

const namesNumberOf = ({ kind, file_accounts }: BankImportRow, { id }: AccountRow) =>
  (JSON.parse(file_accounts) as FoundAccount[]).some(
    (each) => each.account_id === id && numberInFile(kind, each) !== undefined,
  );

async function remember({ db, now }: Writing, row: BankImportRow, account_id: string): Promise<void> {
  const question: MappingQuestion | undefined = JSON.parse(row.question ?? 'null') ?? undefined;
  const file = { kind: row.kind, ...(question && { question }) };
  for (const each of JSON.parse(row.file_accounts) as FoundAccount[])
    if (each.account_id === account_id)
      await rememberAccount(db, {
        user_id: row.user_id,
        key: keyOfAccount(file, each),
        account_id,
        updated_at: now.toISOString(),
      });
}

/**
 * Removes the accounts and opening balances that an import created, after its rows were removed, unless something else
 * needs them. Those are then removed by the undo of a later import into the account.
 * @returns the accounts that stay, and the numbers that were removed from others
 */
export async function removeAccountsAndOpening(
  ledger: Ledger,
  row: BankImportRow,
  now: Date,
): Promise<Required<Pick<ImportOutcome, 'stayed' | 'unlearned'>>> {
  const made = madeOf(row);
  const stayed: Stayed[] = [];
  const gone = new Set<string>();
  await ledger.updateTotals();
  const numbers = await takeBackNumbers(ledger, row, made, now);
  const ids = new Set([...made.accounts, ...made.openings.map(({ account }) => account)]);
  for (const id of ids) {
    const isThere = (await findAccounts(ledger.tx, ledger.userId)).some((each) => each.id === id);
    const isMade = isThere && made.accounts.includes(id);
    const openings = made.openings.filter(({ account }) => account === id);
    for (const { before, version } of openings)
      if (before) await restoreOpening(ledger, row, { before, version }, now);
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
    gone.add(id);
  }
  return { stayed, unlearned: numbers.filter(({ account }) => !gone.has(account)) };
}

/** Takes back the numbers that an import gave, from accounts that still have them and whose other imports need none. */
async function takeBackNumbers(
  { tx, userId }: Ledger,
  row: BankImportRow,
  { numbers = [] }: ImportEffects,
  now: Date,
): Promise<LearntNumber[]> {
  const accounts = await findAccounts(tx, userId);
  const removed: LearntNumber[] = [];
  for (const learnt of numbers) {
    const account = accounts.find(({ id, number }) => id === learnt.account && number === learnt.number);
    if (!account) continue;
    const other =
      (await findOtherDone(tx, row, account.id, 'api')) ??
      (await findDone(tx, userId)).findLast((one) => one.id !== row.id && isNumberedBy(account, one));
    if (other) {
      await changeMade(tx, other, (one) => withNumber(one, learnt));
      continue;
    }
    await updateAccount(tx, { ...account, number: null, updated_at: nextVersion(account, now) });
    removed.push(learnt);
  }
  return removed;
}

async function handOver(
  { tx }: Ledger,
  row: BankImportRow,
  { account, place }: { account: string; place: string },
  { accounts, openings }: ImportEffects,
): Promise<void> {
  const other = await findOtherDone(tx, row, place);
  if (!other) return;
  await changeMade(tx, other, (made) => ({
    ...made,
    accounts: [...made.accounts, ...accounts.filter((id) => id === account)],
    openings: [...made.openings, ...openings.filter((each) => each.account === account)],
  }));
}

/**
 * Whether what an account began with stays where that account was merged into another one: others of its transactions
 * do. Once the merge cannot be undone, nobody knows them from those of the other account, except what files brought.
 */
async function staysMerged(
  ledger: Ledger,
  row: BankImportRow,
  id: string,
  opening: ImportEffects['openings'][number] | undefined,
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
  opening: ImportEffects['openings'][number] | undefined,
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
