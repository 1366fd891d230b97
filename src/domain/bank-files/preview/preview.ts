import { createHash } from 'node:crypto';
import type { BankImportRow, ImportedLineRow } from '../../../db/tables.ts';
import { readLatestImport } from '../../account-files/account-imports.ts';
import type { Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountFor } from '../../money-accounts/read.ts';
import type { BankFile } from '../bank-file.ts';
import { findCarriedOut, findFile, findImport, storeFile, updateImport } from '../imports.queries.ts';
import { whileUnchanged } from '../lock-import.ts';
import {
  accountsWith,
  type NewAccounts,
  newAccountsIn,
  newAccountsWaiting,
  withBillingDay,
} from '../new-accounts.ts';
import type { ImportOutcome } from '../outcome.ts';
import { findAccountsOf, hasOtherFiles, isOtherAccount, keyOfAccount } from '../reading/find-account.ts';
import type { OwnFile } from '../reading/own-file.ts';
import { packed, unpacked } from '../reading/stored-file.ts';
import { rememberAccount } from '../remembered.queries.ts';
import { spanOf } from './lines.ts';
import { fill, fillNewImport, newImport } from './new-import.ts';
import { planLines } from './plan.ts';
import { type Importing, readContent } from './read-content.ts';

interface ReceivedFile {
  name: string;
  bytes: Uint8Array;
}

interface Choices {
  /** The account of its rows; by default the one that the file names. */
  accountId?: string | undefined;
  /** Whether to read a file again that was carried out before. */
  again?: boolean | undefined;
}

/**
 * Reads a bank's file and stores every line with the decision about it; nothing else changes.
 * @throws DomainError FILE_EMPTY, FILE_UNREADABLE, FILE_UNSUPPORTED (400), FILE_TOO_LARGE (413), ALREADY_IMPORTED (409),
 * and what `accountFor` throws
 */
export async function previewFile(
  context: Importing,
  { name, bytes }: ReceivedFile,
  { accountId, again = false }: Choices = {},
): Promise<BankImportRow> {
  const { db, viewer } = context;
  if (accountId) await accountFor(db, viewer.id, accountId);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (!again) await requireNew(context, hash);
  const file = await readContent(context, name, bytes);
  const leftOut = 'leftOut' in file ? JSON.stringify({ parts: file.leftOut } satisfies ImportOutcome) : '{}';
  const row = { ...newImport(context, name, file), hash, is_again: Number(again), outcome: leftOut };
  return fillNewImport(context, row, async () => {
    await storeFile(db, viewer.id, row.id, await packed(bytes, context.settings, row));
    const after = await planAndStore(context, row, file, { chosen: accountId ?? null });
    if (accountId && !isAccountAsked(after)) await rememberAccounts(context, file, [accountId]);
    return after;
  });
}

/**
 * Reads the stored file of an import that was undone as a new one.
 * @returns undefined where the file is not stored any more
 * @throws DomainError as `previewFile` does
 */
export async function previewAgain(context: Importing, id: string): Promise<BankImportRow | undefined> {
  const { db, viewer, settings } = context;
  const row = await findImport(db, viewer.id, id);
  const content = row?.status === 'undone' ? await findFile(db, viewer.id, id) : undefined;
  if (!row || !content) return undefined;
  return previewFile(context, { name: row.file_name, bytes: await unpacked(content, settings, row) });
}

/** Numbers the files that were chosen together. */
export async function numberFiles({ db, viewer }: Writing, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const row = await findImport(db, viewer.id, id);
    const outcome: ImportOutcome = {
      ...JSON.parse(row?.outcome ?? '{}'),
      place: { n: index + 1, of: ids.length },
    };
    await updateImport(db, { user_id: viewer.id, id, outcome: JSON.stringify(outcome) });
  }
}

/** @throws DomainError ALREADY_IMPORTED (409) */
async function requireNew({ db, viewer, now }: Pick<Writing, 'db' | 'viewer' | 'now'>, hash: string) {
  const whole = await readLatestImport({ db, viewer, now });
  const isWhole = whole?.hash === hash && whole.state !== 'checked';
  const before = isWhole ? whole : await findCarriedOut(db, viewer.id, hash);
  if (before) throw new DomainError('ALREADY_IMPORTED', 409, { details: { import_id: before.id } });
}

export const isAccountAsked = ({ ambiguous }: BankImportRow) =>
  (JSON.parse(ambiguous) as string[]).includes('account');

interface Answers {
  /** The account that the person named. */
  chosen: string | null;
  /** Whether they chose it for this very file, although the file may name another one. */
  isSure?: boolean;
  /** The answers for the file's accounts, in their order. */
  answered?: readonly (string | null)[];
  made?: NewAccounts;
  decided?: readonly ImportedLineRow[];
}

/** Finds the accounts of a file, plans and stores its rows; or records which answers are missing. */
export async function planAndStore(
  context: Writing,
  row: BankImportRow,
  file: BankFile | OwnFile,
  { chosen, isSure = false, answered = [], made = new Map(), decided }: Answers,
): Promise<BankImportRow> {
  const all = new Map([...(await newAccountsWaiting(context)), ...made]);
  const { accounts, main, answered: before } = await findAccountsOf(context, file, chosen, all);
  const found = accounts.map(({ made: _likely, ...account }, index) => {
    const account_id = answered[index] ?? account.account_id;
    const input = all.get(account_id ?? '');
    return { ...account, account_id, ...(input && { made: withBillingDay(input, file.rows, index) }) };
  });
  const account = (await accountsWith(context, newAccountsIn(found))).get(main ?? '');
  const isAnswered = isSure || (main !== null && before[0] === main);
  const isOther =
    !isAnswered &&
    found.length === 1 &&
    account &&
    (isOtherAccount(account, found[0]) ||
      (!all.has(account.id) && (await hasOtherFiles(context, account, found[0]))));
  const isUnknown = isOther || main === null || found.some(({ account_id }) => account_id === null);
  const ambiguous = [...(file.question?.ambiguous ?? []), ...(isUnknown ? ['account'] : [])];
  const known: BankImportRow = {
    ...row,
    account_id: main,
    currency: file.currency ?? (account ? currencyOf(account, context.viewer) : null),
    ambiguous: JSON.stringify(ambiguous),
    file_accounts: JSON.stringify(found),
    question: file.question ? JSON.stringify(file.question) : null,
    ...periodOf(file),
  };
  const after: BankImportRow = { ...known, status: 'needs_mapping', counts: '{}', income: 0, expenses: 0 };
  if (ambiguous.length > 0 || main === null) {
    await whileUnchanged(context, row, (tx) => updateImport(tx, after));
    return after;
  }
  return fill(context, known, await planLines(context, { ...file, found, main }), decided);
}

function periodOf({ rows }: Pick<BankFile, 'rows'>): Pick<BankImportRow, 'period_from' | 'period_to'> {
  const { from, to } = spanOf(rows.map(({ date }) => date));
  return { period_from: from || null, period_to: to || null };
}

/**
 * Stores which accounts of the person the file's accounts are; a file that names none counts as one account.
 * @param chosen by the file's accounts; null for one without an answer
 */
export async function rememberAccounts(
  { db, viewer, now }: Writing,
  file: BankFile | OwnFile,
  chosen: readonly (string | null)[],
): Promise<void> {
  for (const [index, account_id] of chosen.entries())
    if (account_id)
      await rememberAccount(db, {
        user_id: viewer.id,
        key: keyOfAccount(file, file.accounts[index]),
        account_id,
        updated_at: now.toISOString(),
      });
}
