import type { TextKey } from '../../i18n/texts.ts';
import {
  type ImportState as AccountImport,
  discardImport,
  isRowState,
  readImport,
  readLatestImport,
  startImport,
} from '../account-files/account-imports.ts';
import { decideRows, requireWaiting } from '../account-files/decide.ts';
import { listRows, presentListed } from '../account-files/list-rows.ts';
import { startUndo as startAccountUndo, type UndoInput } from '../account-files/undo.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError, type FieldError, orMissing } from '../error.ts';
import { resume } from '../long-work/resume.ts';
import { toDecimal } from '../money.ts';
import { startCarryOut } from './carry-out/carry-out.ts';
import { forgetImport } from './carry-out/forget.ts';
import { startUndo } from './carry-out/undo.ts';
import { countImports } from './imports.queries.ts';
import type { LineState } from './lines.queries.ts';
import type { ImportOutcome } from './outcome.ts';
import { changeDecisions, requireOneForm, type SentDecisions } from './preview/decisions.ts';
import { changeMapping, type MappingInput, mappingErrors } from './preview/mapping.ts';
import type { Importing } from './preview/read-content.ts';
import {
  type ImportState,
  listImports,
  listLines,
  type Part,
  presentImport,
  presentLine,
  readBankImport,
  stateOf,
} from './read-imports.ts';

// For the API, where the file of an account is an import like that of a bank, and a call waits until it is done. Pages
// show the two apart, and their progress.

/** An import of a bank's file, or of the file of an account. */
type AnyImport = { bank: ImportState; account?: never } | { account: AccountImport; bank?: never };

/** @throws DomainError NOT_FOUND */
export async function readAnyImport(context: Reading, id: string): Promise<AnyImport> {
  const bank = await orMissing(readBankImport(context, id));
  return bank ? { bank } : { account: await readImport(context, id) };
}

/** The newest first; of accounts, only the latest file. */
export async function listAnyImports(context: Reading, { offset, limit }: Part) {
  const { db, viewer } = context;
  const account = await readLatestImport(context);
  const index = account ? await countImports(db, viewer.id, account.id) : Number.POSITIVE_INFINITY;
  const before = index < offset ? 1 : 0;
  const { imports: banks, total } = await listImports(context, { offset: offset - before, limit });
  const imports: AnyImport[] = banks.map((bank) => ({ bank }));
  if (account && index >= offset) imports.splice(index - offset, 0, { account });
  return { imports: imports.slice(0, limit), total: total + (account ? 1 : 0) };
}

export const outcomeOf = ({ bank, account }: AnyImport): ImportOutcome =>
  bank?.outcome ?? account?.outcome ?? {};

export const presentAnyImport = ({ bank, account }: AnyImport) =>
  bank ? presentImport(bank) : presentAccountImport(account);

const STATUS = { checked: 'preview', running: 'running', done: 'done', undone: 'undone' } as const;

/** The file of an account in the form of an import. */
export function presentAccountImport({
  id,
  fileName: file_name,
  receivedAt,
  summary,
  counts,
  state,
  finishedAt,
  doneAt,
}: AccountImport) {
  return {
    id,
    file_name,
    kind: 'account',
    status: STATUS[state],
    account_id: null,
    accounts: [],
    currency: summary.currency,
    period: { from: summary.from, to: summary.to },
    counts: { matched: 0, probable: 0, pending: 0, error: 0, ...counts },
    totals: { income: toDecimal(summary.income), expenses: toDecimal(summary.expenses) },
    closing_balance: null,
    balance_difference: null,
    differences: [],
    parts_left_out: [],
    ambiguous: [],
    mapping: null,
    created_at: receivedAt,
    done_at: doneAt,
    undone_at: state === 'undone' ? finishedAt : null,
  };
}

/** @throws DomainError NOT_FOUND */
export async function listAnyRows(
  context: Reading,
  id: string,
  { state, ...part }: Part & { state?: LineState | undefined },
) {
  const { bank, account } = await readAnyImport(context, id);
  if (bank) {
    const { rows, total } = await listLines(context, id, { ...part, state });
    return { rows: rows.map((row) => presentLine(row, context, bank.newAccounts)), total };
  }
  if (state !== undefined && !isRowState(state)) return { rows: [], total: 0 };
  const { rows, total } = await listRows(context, account, { ...part, state });
  return { rows: rows.map((row) => presentListed(row, account.state === 'done', context)), total };
}

/** @throws DomainError as `changeDecisions` and `decideRows` do */
export async function decideAnyRows(context: Writing, id: string, sent: SentDecisions): Promise<AnyImport> {
  const { account } = await readAnyImport(context, id);
  if (!account) return { bank: await stateOf(context, await changeDecisions(context, id, sent)) };
  requireOneForm(sent);
  await decideRows(context, id, sent);
  return { account: await readImport(context, id) };
}

type SentMapping = Parameters<typeof mappingErrors>[2];

/** The errors in what was sent about the columns and accounts of a file. @throws DomainError NOT_FOUND, CONFLICT (409) */
export async function anyMappingErrors(
  context: Writing,
  id: string,
  sent: SentMapping,
): Promise<FieldError[]> {
  if ((await readAnyImport(context, id)).bank) return mappingErrors(context, id, sent);
  // An account's own file has no columns that a person could map.
  const { columns } = sent;
  const roles = typeof columns === 'object' && columns !== null ? Object.entries(columns) : [];
  return roles.flatMap(([role, column]) =>
    column === null ? [] : [{ field: `columns.${role}`, message: 'errors:columnMissing' }],
  );
}

/** @throws DomainError as `changeMapping` does */
export async function changeAnyMapping(
  context: Importing,
  id: string,
  input: MappingInput,
): Promise<AnyImport> {
  const { account } = await readAnyImport(context, id);
  if (!account) return { bank: await stateOf(context, await changeMapping(context, id, input)) };
  requireWaiting(account);
  return { account };
}

const run = (context: Writing, workId: string) =>
  resume({ ...context, db: context.rootDb }, { id: workId }, () => false);

/** @throws DomainError as `startCarryOut` and `startImport` do; SERVER_ERROR if it failed and nothing was brought in */
export async function carryOut(
  context: Writing,
  id: string,
  input: Parameters<typeof startCarryOut>[2] = {},
): Promise<AnyImport> {
  const { account } = await readAnyImport(context, id);
  if (account) {
    if (account.state === 'checked' && (await startImport(context, id, 'import'))) await run(context, id);
    const after = await readImport(context, id);
    if (after.state === 'checked') throw failed(after.refused ?? 'import:failed');
    return { account: after };
  }
  const workId = await startCarryOut(context, id, input);
  if (workId) await run(context, workId);
  const bank = await readBankImport(context, id);
  const isCarried = bank.row.status === 'done' || bank.row.stage > 0;
  if (workId && !isCarried) throw failed('import:failedWhole');
  return { bank };
}

const failed = (message: TextKey) => new DomainError('SERVER_ERROR', 500, { message });

/** @throws DomainError as the `startUndo` of either does; SERVER_ERROR if it failed and something is left */
export async function undoImport(
  context: Writing,
  id: string,
  input: UndoInput = {},
): Promise<{ undone: AnyImport; changed: string[] }> {
  const { account } = await readAnyImport(context, id);
  if (account) {
    const { changed, isStarted } = await startAccountUndo(context, id, input);
    if (isStarted) await run(context, id);
    const after = await readImport(context, id);
    if (after.state === 'done') throw failed(after.refused ?? 'import:notTakenOut');
    return { undone: { account: after }, changed };
  }
  const { changed, workId } = await startUndo(context, id, input);
  if (workId) await run(context, workId);
  const bank = await readBankImport(context, id);
  if (bank.row.status === 'done') throw failed('import:notTakenOut');
  return { undone: { bank }, changed };
}

/** @throws DomainError NOT_FOUND, CONFLICT (409) while it is running */
export async function forgetAnyImport(context: Writing, id: string): Promise<void> {
  const { account } = await readAnyImport(context, id);
  if (!account) await forgetImport(context, id);
  // Once it is done, only what an undo needs is stored.
  else if (account.state === 'checked') await discardImport(context, id);
}
