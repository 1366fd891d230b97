import type { AccountRow, BankImportRow } from '../../../db/tables.ts';
import { nameKey } from '../../categories/words.ts';
import type { Reading } from '../../context.ts';
import { accountName } from '../../money-accounts/name.ts';
import { accountsById, isOpen, readAccount } from '../../money-accounts/read.ts';
import { ACCOUNT_NUMBER_MAX } from '../../money-accounts/schema.ts';
import type { BankFile, FileAccount } from '../bank-file.ts';
import { findDone, findPlaced } from '../imports.queries.ts';
import { LAYOUTS } from '../layouts/banks.ts';
import type { Layout } from '../layouts/layout.ts';
import { accountsWith, type NewAccounts } from '../new-accounts.ts';
import type { FoundAccount } from '../outcome.ts';
import { findRemembered } from '../remembered.queries.ts';

type Named = Pick<BankFile, 'question'> & { kind: string; currency?: string | null };

const DIGITS_LEAST = 4;

const plain = (number: string) => number.toUpperCase().replace(/[^\dA-Z]/g, '');

const endsAlike = (one: string, other: string) =>
  Math.min(one.length, other.length) >= DIGITS_LEAST && (one.endsWith(other) || other.endsWith(one));

/** The numbers that identify an account. A card's file also names the account that pays the card. */
const numbersOf = ({ number, iban, card }: FileAccount = {}): string[] =>
  (card ? [card] : [number, iban]).map((text) => plain(text ?? '')).filter(Boolean);

/** The number by which people know an account of a file; of a card, its last four digits. */
export function numberInFile(kind: string, file: FileAccount = {}): string | undefined {
  const number = file.card ?? file.iban ?? file.number;
  return number && isOfCard(kind, file) ? number.slice(-4) : number;
}

/** How likely an account is the one of a file; 0 for not at all. */
function likeness(account: AccountRow, file: FileAccount): number {
  const { name } = file;
  const own = plain(account.number ?? '');
  const named = numbersOf(file);
  if (own !== '' && named.includes(own)) return 3;
  if (own !== '' && named.some((text) => endsAlike(own, text))) return 2;
  const isNamed = name !== undefined && ['en', 'he'].some((locale) => isName(account, name, locale as 'en'));
  return isNamed ? 1 : 0;
}

const isName = (account: AccountRow, name: string, locale: 'en' | 'he') =>
  nameKey(accountName(account, locale)) === nameKey(name);

/** Shorter names would occur in texts by chance; in letters. */
const NAME_LEAST = 3;

/** Whether a bank's texts name an account: by its whole name, its number or the last four digits of the number. */
export function namesAccount(texts: readonly (string | null)[], account: AccountRow): boolean {
  const own = plain(account.number ?? '');
  const names = ['en', 'he']
    .map((locale) => nameKey(accountName(account, locale as 'en')))
    .filter((name) => name.length >= NAME_LEAST);
  return texts.some((text) => {
    if (!text) return false;
    const numbers = text.match(/\d[\d ./-]*\d/g) ?? [];
    if (own !== '' && numbers.some((number) => endsAlike(own, plain(number)))) return true;
    const words = ` ${wordsOf(text)} `;
    return names.some((name) => words.includes(` ${wordsOf(name)} `));
  });
}

const wordsOf = (text: string) =>
  nameKey(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .join(' ');

const LAYOUT_OF = new Map<string, Layout>(LAYOUTS.map((layout) => [layout.kind, layout]));
const STATEMENTS = ['camt053', 'mt940'];

/** Whether a file is of a card or of a bank account; undefined where it shows neither. */
export function isOfCard(kind: string, { card, iban, type = '' }: FileAccount = {}): boolean | undefined {
  if (card !== undefined || /credit|ccard/i.test(type)) return true;
  const layout = LAYOUT_OF.get(kind);
  if (layout) return layout.isCard === true;
  const isOfBank = iban !== undefined || STATEMENTS.includes(kind) || /check|saving|bank/i.test(type);
  return isOfBank ? false : undefined;
}

/** The kind of a file that is imported into the other kind: a card's into a bank account, or a bank's into a card. */
export function misplacedIn(
  kind: string,
  named: FileAccount | undefined,
  account: AccountRow,
): 'card' | 'bank' | null {
  const isCard = isOfCard(kind, named);
  if (isCard && (account.kind === 'bank' || account.kind === 'savings')) return 'card';
  return isCard === false && account.kind === 'credit_card' ? 'bank' : null;
}

/** The key under which the account of a file is stored: its numbers or name, else the file's kind and header. */
export function keyOfAccount(
  { kind, question }: Named,
  { number, iban, card, name }: FileAccount = {},
): string {
  const said = card ?? iban ?? number ?? name ?? question?.shape ?? '';
  return `${kind} ${nameKey(said)}`.slice(0, 600);
}

/** Whether a file names another account than this one, which has a number of its own. */
export function isOtherAccount(account: AccountRow, named: FileAccount | undefined): boolean {
  const { name: _name, ...numbered } = named ?? {};
  const isNumbered = account.number !== null && numbersOf(named).length > 0;
  return isNumbered && likeness(account, numbered) === 0;
}

/** Signs that an only account is in use: what the person set, and the accounts whose files are in it, or wait for it. */
interface Use {
  row: AccountRow;
  isEmpty: boolean;
  hasOpening: boolean;
  files: FileAccount[];
  waiting: FileAccount[];
}

async function findUse(context: Reading, row: AccountRow): Promise<Use> {
  const { count, opening } = await readAccount(context, row.id);
  const placed = await findPlaced(context.db, context.viewer.id);
  const files = filesIn(row, placed);
  const waiting = filesIn(
    row,
    placed.filter(({ status }) => status !== 'done'),
  );
  return { row, isEmpty: count === 0 && files.length === 0, hasOpening: opening !== null, files, waiting };
}

type PlacedImport = Pick<BankImportRow, 'account_id' | 'file_accounts'>;

/** What files name that are in an account; one that names nothing counts. */
function filesIn(row: Pick<AccountRow, 'id'>, imports: readonly PlacedImport[]): FileAccount[] {
  return imports.flatMap(({ account_id, file_accounts }) => {
    const named: FoundAccount[] = JSON.parse(file_accounts);
    const own = named.filter((each) => each.account_id === row.id);
    return own.length > 0 || account_id !== row.id ? own : [{}];
  });
}

/** The kind of the latest file of a bank or a card that was brought into an account. */
export async function bankOf({ db, viewer }: Reading, id: string): Promise<string | undefined> {
  const done = await findDone(db, viewer.id);
  return done.findLast((each) => LAYOUT_OF.has(each.kind) && filesIn({ id }, [each]).length > 0)?.kind;
}

/** Whether a file was brought into an account whose number it has. */
export const isNumberedBy = (account: AccountRow, file: PlacedImport) =>
  filesIn(account, [file]).some((each) => isSameNumber(each, { number: account.number ?? undefined }));

/**
 * The number that an account without one can get from the accounts of a file that are brought into it; none where it is not
 * clear that it is the account's own.
 */
export async function numberToLearn(
  context: Reading,
  account: AccountRow,
  { kind, file_accounts }: Pick<BankImportRow, 'kind' | 'file_accounts'>,
  accounts: readonly AccountRow[],
): Promise<string | null> {
  const [named, another] = (JSON.parse(file_accounts) as FoundAccount[]).filter(
    ({ account_id }) => account_id === account.id,
  );
  const number = numberInFile(kind, named);
  if (account.number !== null || !named || !number || another) return null;
  if (plain(number).length < DIGITS_LEAST || misplacedIn(kind, named, account)) return null;
  const isTaken = accounts.some((each) => each.number !== null && !isOtherAccount(each, named));
  return isTaken || (await hasOtherFiles(context, account, named))
    ? null
    : number.slice(0, ACCOUNT_NUMBER_MAX);
}

const isSameNumber = (one: FileAccount, other: FileAccount) =>
  numbersOf(one).some((own) => numbersOf(other).some((number) => endsAlike(own, number)));

/** Whether only files of other numbers were brought into an account that has no number of its own. */
export async function hasOtherFiles(
  context: Reading,
  row: AccountRow,
  named: FileAccount | undefined,
): Promise<boolean> {
  if (row.number !== null || !named || numbersOf(named).length === 0) return false;
  const done = await findDone(context.db, context.viewer.id);
  const numbered = filesIn(row, done).filter((each) => numbersOf(each).length > 0);
  return numbered.length > 0 && !numbered.some((each) => isSameNumber(each, named));
}

/**
 * Whether an account of a file is assumed to be the person's only one, without asking. Transactions from before may be the
 * money of all their accounts, and a card's purchases would count twice with the bill that pays them.
 */
function canBeOnly(
  { row, isEmpty, hasOpening, files, waiting }: Use,
  file: Named,
  named: FileAccount,
): boolean {
  const currency = file.currency ?? null;
  if (isOtherAccount(row, named)) return false;
  if (isEmpty && !hasOpening) return true;
  const numbers = numbersOf(named);
  if (waiting.some((each) => isSameNumber(each, named))) return true;
  if (misplacedIn(file.kind, named, row)) return false;
  if (numbers.length === 0) return true;
  if (row.currency !== null && currency !== null && row.currency !== currency) return false;
  return !hasOpening && !files.some((each) => numbersOf(each).length > 0);
}

/**
 * Finds the accounts of a file: by number or last four digits, by name, else by earlier answers.
 * @returns `main`, the account of rows that name none: by default the person's only open one; null if it has to be asked
 * for. `named` were recognized by what the file names, `answered` by earlier answers of the person
 * @param made accounts that imports will create
 */
export async function findAccountsOf(
  context: Reading,
  file: Named & Pick<BankFile, 'accounts'>,
  chosen: string | null,
  made: NewAccounts = new Map(),
): Promise<
  { accounts: FoundAccount[]; main: string | null } & Record<'named' | 'answered', (string | null)[]>
> {
  const { db, viewer } = context;
  const there = await accountsById(context);
  const all = await accountsWith(context, made);
  const open = [...all.values()].filter(isOpen);
  const keys = [keyOfAccount(file), ...file.accounts.map((account) => keyOfAccount(file, account))];
  const remembered = await findRemembered(db, viewer.id, keys);
  const rememberedOf = (account?: FileAccount) => {
    const id = remembered.get(keyOfAccount(file, account));
    return open.find((row) => row.id === id)?.id ?? null;
  };
  const isSingle = file.accounts.length < 2;
  const accounts = file.accounts.map((account) => {
    const found = (isSingle ? chosen : null) ?? bestOf(open, account) ?? rememberedOf(account);
    return { ...account, account_id: found };
  });
  const [first, another] = open.filter(({ id }) => there.has(id));
  const isWhole = accounts.length > 0 && accounts.every(({ account_id }) => account_id !== null);
  // The history of an app is imported into an only account. A table may have a single account by chance, and the
  // accounts of
  // our own files are meant as they are.
  const isAsked = another !== undefined || (!isSingle && (file.kind === 'csv' || file.kind === 'account'));
  const only = isAsked ? undefined : first;
  const fallback = chosen ?? (accounts.length === 0 ? rememberedOf() : null) ?? only?.id ?? null;
  const use = chosen === null && only && !isWhole ? await findUse(context, only) : null;
  const canBe = (account: FileAccount) => use === null || canBeOnly(use, file, account);
  const placed = accounts.map((account) => account.account_id ?? (canBe(account) ? fallback : null));
  return {
    accounts: accounts.map((account, index) => {
      const id = placed[index] ?? null;
      const input = id === null ? undefined : made.get(id);
      return { ...account, account_id: id, ...(input && { made: input }) };
    }),
    main: accounts.length === 0 ? fallback : placed.every(Boolean) ? (placed[0] ?? null) : null,
    named: accounts.map(({ account_id }) => account_id),
    answered: file.accounts.map(rememberedOf),
  };
}

/** The id of the account that is most likely the one that a file names. */
export function bestOf(open: readonly AccountRow[], account: FileAccount): string | null {
  const likely = open
    .map((row) => ({ id: row.id, score: likeness(row, account) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const [best, second] = likely;
  return best && best.score !== second?.score ? best.id : null;
}
