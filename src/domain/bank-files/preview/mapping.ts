import type { BankImportRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import type { Writing } from '../../context.ts';
import { type FieldError, notFound, refuse } from '../../error.ts';
import { newId } from '../../id.ts';
import { freeName, newAccount } from '../../money-accounts/create.ts';
import { accountErrors, accountsById, isOpen } from '../../money-accounts/read.ts';
import type { AccountInput } from '../../money-accounts/schema.ts';
import { COLUMN_ROLES, type Mapping, type MappingQuestion } from '../bank-file.ts';
import { findFile, updateImport } from '../imports.queries.ts';
import { deleteLines, findChosen } from '../lines.queries.ts';
import { lockOpen, requireOpen, whileUnchanged } from '../lock-import.ts';
import { accountsWith, type NewAccounts, newAccountsIn, newAccountsWaiting } from '../new-accounts.ts';
import type { FoundAccount, ImportOutcome } from '../outcome.ts';
import { unpacked } from '../reading/stored-file.ts';
import { rememberMapping } from '../remembered.queries.ts';
import { isAccountAsked, planAndStore, rememberAccounts } from './preview.ts';
import { type Importing, readContent } from './read-content.ts';

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
    Object.entries(sent).filter(([role, column]) => column !== null && isRole(role)),
  );
  const indexes = Object.values(columns);
  const errors = Object.entries(columns).flatMap(([role, column], index): FieldError[] => {
    const field = `columns.${role}`;
    if (!Number.isInteger(column) || Number(column) < 0 || Number(column) >= width)
      return [{ field, message: 'errors:columnMissing' }];
    return indexes.indexOf(column) === index ? [] : [{ field, message: 'errors:valueInvalid' }];
  });
  if (columns.date === undefined) errors.push({ field: 'columns.date', message: 'errors:columnDate' });
  if (columns.amount === undefined && columns.out === undefined && columns.in === undefined)
    errors.push({ field: 'columns.amount', message: 'errors:columnAmount' });
  return errors;
}
