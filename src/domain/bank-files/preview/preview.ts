import { createHash } from 'node:crypto';
import type { BankImportRow, ImportedLineRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { todayOf } from '../../calendar.ts';
import type { Operating, Writing } from '../../context.ts';
import { DomainError, type FieldError, notFound, refuse } from '../../error.ts';
import { newId } from '../../id.ts';
import { readLatestImport } from '../../import/imports.ts';
import { beginningOf } from '../../letters.ts';
import { freeName, newAccount } from '../../money-accounts/create.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountErrors, accountFor, accountsById, isOpen } from '../../money-accounts/read.ts';
import type { AccountInput } from '../../money-accounts/schema.ts';
import {
  type BankFile,
  COLUMN_ROLES,
  type Mapping,
  type MappingQuestion,
  UnreadableFile,
} from '../bank-file.ts';
import {
  deleteImport,
  findCarriedOut,
  findFile,
  findImport,
  insertImport,
  storeFile,
  updateImport,
} from '../imports.queries.ts';
import { deleteLines, findChosen } from '../lines.queries.ts';
import { lockOpen, requireOpen, whileUnchanged } from '../lock-import.ts';
import {
  accountsWith,
  type NewAccounts,
  newAccountsIn,
  newAccountsWaiting,
  withBillingDay,
} from '../new-accounts.ts';
import type { FoundAccount, ImportOutcome } from '../outcome.ts';
import { findAccountsOf, hasOtherFiles, isOtherAccount, keyOfAccount } from '../reading/find-account.ts';
import { isOwnFile, type OwnFile, readOwnFile } from '../reading/own-file.ts';
import { MOST_BYTES, readBankFile } from '../reading/read-file.ts';
import { packed, unpacked } from '../reading/stored-file.ts';
import { findMapping, rememberAccount, rememberMapping } from '../remembered.queries.ts';
import { keepChoices } from './keep-choices.ts';
import { minorOf, spanOf } from './lines.ts';
import { type Planned, planLines } from './plan.ts';
import { storeLines } from './store-lines.ts';

export { MOST_BYTES as BANK_FILE_MOST };

/** What reading a file needs besides a context; it runs in a process of its own. */
export type Importing = Writing & Pick<Operating, 'bankFileReader'>;

interface GivenFile {
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
  { name, bytes }: GivenFile,
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

/** Inserts an import and fills it; deletes it if that fails. */
export async function fillNewImport<Result>(
  { db }: Writing,
  row: BankImportRow,
  work: () => Promise<Result>,
): Promise<Result> {
  await insertImport(db, row);
  try {
    return await work();
  } catch (error) {
    await deleteImport(db, row);
    throw error;
  }
}

/** @throws DomainError ALREADY_IMPORTED (409) */
async function requireNew({ db, viewer, now }: Pick<Writing, 'db' | 'viewer' | 'now'>, hash: string) {
  const whole = await readLatestImport({ db, viewer, now });
  const isWhole = whole?.hash === hash && whole.state !== 'checked';
  const before = isWhole ? whole : await findCarriedOut(db, viewer.id, hash);
  if (before) throw new DomainError('ALREADY_IMPORTED', 409, { details: { import_id: before.id } });
}

/** In letters. */
const FILE_NAME_MAX = 255;

export const fileName = (name: string) =>
  beginningOf(name.replaceAll('\0', '').toWellFormed(), FILE_NAME_MAX);

export function newImport(
  { viewer, now }: Pick<Writing, 'viewer' | 'now'>,
  name: string,
  {
    kind,
    currency,
    question,
    closingBalance: closing,
  }: Pick<BankFile, 'currency' | 'question' | 'closingBalance'> & { kind: string },
): BankImportRow {
  return {
    user_id: viewer.id,
    id: newId(now),
    file_name: fileName(name),
    kind,
    status: 'reading',
    account_id: null,
    currency,
    period_from: null,
    period_to: null,
    counts: '{}',
    income: 0,
    expenses: 0,
    closing_balance: closing === undefined ? null : minorOf(closing),
    ambiguous: '[]',
    file_accounts: '[]',
    question: question ? JSON.stringify(question) : null,
    hash: '',
    is_again: 0,
    stage: 0,
    revision: null,
    outcome: '{}',
    work_id: null,
    created_at: now.toISOString(),
    done_at: null,
    undone_at: null,
  };
}

/** Reads a file with the mapping that is stored for its header. */
async function readContent(
  context: Importing,
  name: string,
  bytes: Uint8Array,
  given?: Mapping,
): Promise<BankFile | OwnFile> {
  const { db, viewer } = context;
  try {
    if (isOwnFile(bytes)) return await readOwnFile(bytes, todayOf(context));
    const file = await readBankFile(context, bytes, { mapping: given });
    if (given || !file.question) return file;
    const remembered = await findMapping(db, viewer.id, file.question.shape);
    return remembered
      ? await readBankFile(context, bytes, { mapping: JSON.parse(remembered) as Mapping })
      : file;
  } catch (error) {
    throw error instanceof UnreadableFile ? refusal(error, name) : error;
  }
}

const REFUSALS = {
  empty: ['FILE_EMPTY', 400],
  unreadable: ['FILE_UNREADABLE', 400],
  too_slow: ['FILE_UNREADABLE', 400],
  unsupported: ['FILE_UNSUPPORTED', 400],
  dos_hebrew: ['FILE_UNSUPPORTED', 400],
  archive: ['FILE_UNSUPPORTED', 400],
  too_large: ['FILE_TOO_LARGE', 413],
} as const satisfies Record<UnreadableFile['reason'], unknown>;

export function refusal(
  { reason, line }: Pick<UnreadableFile, 'reason' | 'line'>,
  name: string,
): DomainError {
  const [code, status] = REFUSALS[reason];
  return new DomainError(code, status, {
    details: { file: name, line, reason },
    values: { file: name, line: String(line ?? '') },
    ...(reason === 'unreadable' && line !== null && { message: 'import:unreadableAt' }),
    ...(reason === 'dos_hebrew' && { message: 'import:dosHebrew' }),
    ...(reason === 'archive' && { message: 'import:archive' }),
    ...(reason === 'too_slow' && { message: 'import:tooSlow' }),
  });
}

const isAccountAsked = ({ ambiguous }: BankImportRow) =>
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
async function planAndStore(
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

/**
 * Stores the planned rows of an import, which can then be carried out.
 * @param decided its lines with a person's choices before, if it was read before
 * @throws DomainError as `whileUnchanged` does
 */
export async function fill(
  context: Writing,
  row: BankImportRow,
  planned: Planned,
  decided: readonly ImportedLineRow[] = [],
): Promise<BankImportRow> {
  const { revision, counts, income, expenses, differences } = planned;
  await storeLines(context, row, planned);
  const after: BankImportRow = {
    ...row,
    status: 'preview',
    counts: JSON.stringify(counts),
    income,
    expenses,
    revision,
    outcome: JSON.stringify({ ...JSON.parse(row.outcome), differences } satisfies ImportOutcome),
  };
  await whileUnchanged(context, row, async (tx) => {
    await keepChoices(tx, row, decided);
    await updateImport(tx, after);
  });
  return after;
}

function periodOf({ rows }: Pick<BankFile, 'rows'>): Pick<BankImportRow, 'period_from' | 'period_to'> {
  const { from, to } = spanOf(rows.map(({ date }) => date));
  return { period_from: from || null, period_to: to || null };
}

/** What a person answers about a file; missing parts stay as guessed. */
export interface MappingInput {
  columns?: Mapping['columns'] | undefined;
  dateOrder?: Mapping['dateOrder'] | undefined;
  decimalMark?: Mapping['decimalMark'] | undefined;
  sign?: Mapping['sign'] | undefined;
  /** The account of all rows that name none that is known. */
  accountId?: string | undefined;
  /** The accounts that the file names, in their order; null for one that is not known. */
  accountIds?: (string | null)[] | undefined;
  /** The accounts to create with the import. */
  newAccounts?: readonly (AccountInput | null)[] | undefined;
}

/**
 * Reads a file again with the columns and account that a person chose, and stores these choices for later files.
 * @throws DomainError NOT_FOUND, CONFLICT (409) once it was carried out, and what `previewFile` throws
 */
export async function changeMapping(
  context: Importing,
  id: string,
  input: MappingInput,
): Promise<BankImportRow> {
  const { db, viewer, now } = context;
  const row = await requireOpen(context, id);
  const content = await findFile(db, viewer.id, id);
  if (!content) throw notFound();
  const { newAccounts = [], ...existing } = input;
  const { accountId, accountIds = [], ...answers } = existing;
  const bytes = await unpacked(content, context.settings, row);
  const before = row.question === null ? null : (JSON.parse(row.question) as MappingQuestion);
  const changes = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined));
  const mapping = before && { ...before.mapping, ...changes };
  refuse(await errorsInMapping(context, before, existing));
  const file = await readContent(context, row.file_name, bytes, mapping ?? undefined);
  const instant = now.toISOString();
  if (file.question && Object.keys(changes).length > 0)
    await rememberMapping(db, {
      user_id: viewer.id,
      shape: file.question.shape,
      mapping: JSON.stringify(file.question.mapping),
      updated_at: instant,
    });
  const isSingle = file.accounts.length < 2;
  await rememberAccounts(context, file, isSingle ? [accountIds[0] ?? accountId ?? null] : accountIds);
  const { made, ids } = await plannedAccounts(context, row, newAccounts);
  const only = isSingle ? (accountIds[0] ?? accountId) : null;
  const answered = file.accounts.map((_account, index) => accountIds[index] ?? only ?? ids[index] ?? null);
  const open = [...(await accountsById(context)).values()].filter(isOpen);
  const isConfirmed = accountId !== undefined && (accountId === row.account_id || open.length === 1);
  const { asking, decided } = await inTransaction(db, async (tx) => {
    const latest = await lockOpen({ db: tx, viewer }, id);
    const outcome: ImportOutcome = { ...JSON.parse(latest.outcome), isSure: isConfirmed };
    const asking: BankImportRow = {
      ...latest,
      status: 'needs_mapping',
      counts: '{}',
      outcome: JSON.stringify(outcome),
      work_id: newId(now),
    };
    await updateImport(tx, asking);
    return { asking, decided: await findChosen(tx, viewer.id, id) };
  });
  await deleteLines(db, asking, (batch) => whileUnchanged(context, asking, batch));
  const main = accountId ?? (isSingle ? ids[0] : null) ?? row.account_id;
  const isAsked = isAccountAsked(row);
  const isSure = !isAsked || answered.some((each) => each !== null);
  return planAndStore(context, asking, file, { chosen: main, isSure, answered, made, decided });
}

/** The ids of the accounts to create with an import; files of the same new account share one. */
async function plannedAccounts(
  context: Writing,
  row: BankImportRow,
  inputs: readonly (AccountInput | null)[],
): Promise<{ made: NewAccounts; ids: (string | null)[] }> {
  const before: FoundAccount[] = JSON.parse(row.file_accounts);
  const made = new Map([...(await newAccountsWaiting(context)), ...newAccountsIn(before)]);
  const accounts = [...(await accountsWith(context, made)).values()];
  const ids = before.map(({ made: waiting, account_id }, index) => {
    const input = inputs[index];
    if (!input) return waiting ? account_id : null;
    const [same] = [...made].find(([, each]) => isSameAccount(each, input)) ?? [];
    if (same) return same;
    const id = newId(context.now);
    const name = freeName(accounts, input.name);
    made.set(id, { ...input, name });
    accounts.push(newAccount(context, { ...input, name }, accounts, id));
    return id;
  });
  return { made, ids };
}

const isSameAccount = (one: AccountInput, other: AccountInput) =>
  one.kind === other.kind &&
  one.currency === other.currency &&
  (one.number ?? one.name) === (other.number ?? other.name);

/**
 * Stores which accounts of the person the file's accounts are; a file that names none counts as one account.
 * @param chosen by the file's accounts; null for one without an answer
 */
async function rememberAccounts(
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

/** The errors in a person's answers about a file. @throws DomainError NOT_FOUND, CONFLICT (409) */
export async function mappingErrors(
  context: Pick<Writing, 'db' | 'viewer'>,
  id: string,
  sent: { [Part in keyof MappingInput]?: unknown },
): Promise<FieldError[]> {
  const { question } = await requireOpen(context, id);
  return errorsInMapping(context, question === null ? null : (JSON.parse(question) as MappingQuestion), sent);
}

/** @param sent may also have invalid parts, which the schema reports */
async function errorsInMapping(
  context: Pick<Writing, 'db' | 'viewer'>,
  question: MappingQuestion | null,
  { columns, accountId, accountIds }: { [Part in keyof MappingInput]?: unknown },
): Promise<FieldError[]> {
  const ids = Array.isArray(accountIds) ? accountIds : [];
  const named = Object.fromEntries(
    [['accountId', accountId], ...ids.map((id, index) => [`accountIds.${index}`, id])].filter(
      ([, id]) => typeof id === 'string',
    ),
  );
  const isTable = question && typeof columns === 'object' && columns !== null;
  return [
    ...(isTable ? columnErrors(question, columns as Record<string, unknown>) : []),
    ...accountErrors(await accountsById(context), named),
  ];
}

/** A table has a date and an amount, no column beyond its last one, and none twice. QIF has no columns. */
function columnErrors({ header, sample }: MappingQuestion, sent: Record<string, unknown>): FieldError[] {
  if (header.length === 0) return [];
  const width = Math.max(header.length, ...sample.map((cells) => cells.length));
  const isRole = (name: string) => (COLUMN_ROLES as readonly string[]).includes(name);
  const columns = Object.fromEntries(
    Object.entries(sent).filter(([role, place]) => place !== null && isRole(role)),
  );
  const places = Object.values(columns);
  const errors = Object.entries(columns).flatMap(([role, place], index): FieldError[] => {
    const field = `columns.${role}`;
    if (!Number.isInteger(place) || Number(place) < 0 || Number(place) >= width)
      return [{ field, message: 'errors:columnMissing' }];
    return places.indexOf(place) === index ? [] : [{ field, message: 'errors:valueInvalid' }];
  });
  if (columns.date === undefined) errors.push({ field: 'columns.date', message: 'errors:columnDate' });
  if (columns.amount === undefined && columns.out === undefined && columns.in === undefined)
    errors.push({ field: 'columns.amount', message: 'errors:columnAmount' });
  return errors;
}
