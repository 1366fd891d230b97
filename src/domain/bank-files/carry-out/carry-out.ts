import type { Db } from '../../../db/open.ts';
import type { BankImportRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Writing } from '../../context.ts';
import { DomainError, notFound } from '../../error.ts';
import { inLedger, type Ledger, readRevision } from '../../ledger/ledger.ts';
import { findUnfinished, findWork, insertWork } from '../../long-work/long-work.queries.ts';
import {
  type Batch,
  batchesOf as idBatches,
  newWork,
  type Steps,
  type Work,
} from '../../long-work/long-work.ts';
import { mayBeLocked, requireUnlocked, requireUnlockedBatches } from '../../money-accounts/checks/lock.ts';
import { accountsById } from '../../money-accounts/read.ts';
import type { Made } from '../found-account.ts';
import {
  deleteFile,
  deleteImport,
  findCarriedOut,
  findForgotten,
  findImport,
  updateImport,
} from '../imports.queries.ts';
import {
  countOfStage,
  endOfLines,
  findAccountsOfLines,
  findAccountsToUse,
  findLinesBetween,
  findPlacesToCome,
  findToMerge,
  findToTakeBack,
} from '../lines.queries.ts';
import { matchAgain } from '../matching/match-again.ts';
import type { Outcome } from '../read-imports.ts';
import { type Carried, carryLines, type Person } from './carry.ts';
import { type AtUndo, giveBack, readAtUndo } from './give-back.ts';
import { type CarryOutInput, makeFirst, unmake } from './made.ts';
import { settleBills, unpayBills, withPaid } from './paid.ts';
import { type Held, hold, holdAgain, keep, withStated } from './stated.ts';
import { changedSince, type Extent, takeBackLines } from './take-back.ts';

/** Lines of a file that are done at once: others have to wait for them. What programs send is never much more. */
const AT_ONCE = 400;

/** Lines of one batch of a longer import. */
const LINES_IN_BATCH = 200;

/** Seconds. */
const RETRY_AFTER = 5;

interface Content {
  importId: string;
  person: Person;
  /** Of the accounts that rows come into or leave. */
  held?: Held[];
  billsPaid?: boolean;
}

interface Span {
  from: number;
  to: number;
}

const contentOf = <More extends object = object>({ content }: Pick<Work, 'content'>): Content & More =>
  JSON.parse(content);

function personOf({ viewer, locale }: Writing): Person {
  const { currency, preferences } = viewer;
  const t = translator(locale);
  return {
    currency,
    timezone: preferences.timezone,
    untitled: t('import:untitled'),
    billPaid: t('money:billPaid'),
  };
}

/** How often rows are matched anew while others change the person's money. */
const MATCHED_MOST = 3;

/**
 * Carries out an import, exactly as it was shown: at once, or as long work, during which the account is closed to
 * everything else. One that is running or done is left alone. If the person's money has changed since the rows were
 * matched, they are matched anew; where that makes a difference, it is shown first.
 * @param input.atEnd what belongs to it, where it is done at once
 * @returns the id of work that has to be run; null when everything is done
 * @throws DomainError NOT_FOUND, CONFLICT (409) while something has to be answered first, an account is gone, or rows
 * have become something else, ALREADY_IMPORTED (409) when the same file was carried out meanwhile, LOCKED (409),
 * SERVICE_UNAVAILABLE (503)
 */
export async function startCarryOut(
  context: Writing,
  id: string,
  input: CarryOutInput & AtEnd = {},
): Promise<string | null> {
  for (let matched = 0; matched < MATCHED_MOST; matched += 1) {
    const started = await start(context, id, input).catch(whereOutdated);
    if (!(started instanceof Outdated)) return started;
    const { row } = started;
    const changed = await matchAgain(context, row);
    // What a program sends is shown to nobody before it is done.
    const isShown = row.kind !== 'api' || row.stage > 0;
    if (changed > 0 && isShown)
      throw new DomainError('CONFLICT', 409, { message: 'import:changedMeanwhile' });
  }
  throw new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter: RETRY_AFTER });
}

interface AtEnd {
  atEnd?: (inside: Writing) => Promise<void>;
}

/** The person's money has changed since the rows of an import were matched. */
class Outdated extends Error {
  readonly row: BankImportRow;

  constructor(row: BankImportRow) {
    super(row.id);
    this.row = row;
  }
}

function whereOutdated(error: unknown): Outdated {
  if (error instanceof Outdated) return error;
  throw error;
}

/** @throws Outdated, and what `startCarryOut` throws */
function start(
  context: Writing,
  id: string,
  { atEnd, ...input }: CarryOutInput & AtEnd,
): Promise<string | null> {
  const { viewer, now } = context;
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    const before = await requireImport(inside, id);
    if (before.status === 'running') return before.work_id;
    if (before.status === 'done') return null;
    if (before.status !== 'preview')
      throw new DomainError('CONFLICT', 409, {
        message: before.status === 'needs_mapping' ? 'import:unanswered' : 'import:carriedOut',
      });
    const row = await makeFirst(ledger, inside, before, input);
    // What opening balances stand for is read from it.
    if (row !== before) await updateImport(tx, { user_id: viewer.id, id, outcome: row.outcome });
    await requirePossible(inside, row);
    // This ledger has raised it by one.
    if (row.revision === null || (await readRevision(inside)) !== row.revision + 1) throw new Outdated(row);
    await ledger.updateTotals();
    const held = input.keepsStated ? await hold(inside, await accountsOf(tx, row)) : [];
    const end = await endOfLines(tx, viewer.id, id);
    if (end <= AT_ONCE || row.kind === 'api') {
      const lines = await findLinesBetween(tx, viewer.id, id, 0, end);
      const person = personOf(context);
      const carried = await carryLines(ledger, lines, row, person, now);
      await finishCarryOut(ledger, row, carried, { held, billsPaid: input.billsPaid, person, now });
      await atEnd?.(inside);
      return null;
    }
    return close(ledger, inside, row, { kind: 'carry_out', end, more: { held, billsPaid: input.billsPaid } });
  });
}

const accountsOf = async (db: Db, row: BankImportRow): Promise<string[]> =>
  [row.account_id ?? [], await findAccountsToUse(db, row)].flat();

const ownerOf = ({ tx, userId }: Ledger) => ({ db: tx, viewer: { id: userId } });

async function requireImport(
  { db, viewer }: { db: Db; viewer: { id: string } },
  id: string,
): Promise<BankImportRow> {
  const row = await findImport(db, viewer.id, id);
  if (!row) throw notFound();
  return row;
}

async function requirePossible(context: Writing, row: BankImportRow): Promise<void> {
  const { db, viewer } = context;
  const same =
    row.hash !== '' && row.is_again === 0 ? await findCarriedOut(db, viewer.id, row.hash) : undefined;
  if (same && row.stage === 0)
    throw new DomainError('ALREADY_IMPORTED', 409, { details: { import_id: same.id } });
  const accounts = await accountsById(context);
  const used = await findAccountsToUse(db, row);
  if (used.some((account) => !accounts.has(account)))
    throw new DomainError('CONFLICT', 409, { message: 'import:accountGone' });
  await requireUnlockedLines(context, row);
}

/** What comes into a time that was checked against the bank is asked about, as what a person writes is. */
async function requireUnlockedLines(context: Writing, row: BankImportRow): Promise<void> {
  const { db, now } = context;
  // Most people have checked nothing, and there may be many lines.
  if (!(await mayBeLocked(context))) return;
  const merged = await findToMerge(db, row);
  const come = (await findPlacesToCome(db, row)).map(({ account_id, date }) => ({
    id: '',
    account_id: account_id ?? row.account_id ?? '',
    date,
    created_at: now.toISOString(),
  }));
  const moved = merged.map(({ line_date, ...there }) => ({ ...there, date: line_date }));
  await requireUnlocked(context, merged, '', [...come, ...moved]);
}

/** Records long work, for whose time the account is closed. */
async function close(
  ledger: Ledger,
  context: Writing,
  row: BankImportRow,
  { kind, end, more }: { kind: 'carry_out' | 'take_back'; end: number; more: object },
): Promise<string> {
  const { viewer, now } = context;
  const { tx } = ledger;
  if ((await findUnfinished(tx, viewer.id)).length > 0)
    throw new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter: RETRY_AFTER });
  const batches = batchesOf(end);
  const instant = now.toISOString();
  const content: Content = { importId: row.id, person: personOf(context), ...more };
  const work: Work = {
    ...newWork(viewer.id, kind, now),
    content: JSON.stringify(content),
    total: end,
    remaining: end,
    batches: batches.length,
    started_at: instant,
    touched_at: instant,
  };
  await insertWork(tx, work, batches);
  const { user_id, id, outcome } = row;
  await updateImport(tx, { user_id, id, outcome, status: 'running', work_id: work.id });
  await ledger.closeToOthers(work.id);
  return work.id;
}

function batchesOf(end: number): Batch[] {
  return Array.from({ length: Math.ceil(end / LINES_IN_BATCH) }, (_, number) => {
    const from = number * LINES_IN_BATCH;
    const to = Math.min(end, from + LINES_IN_BATCH);
    return { content: JSON.stringify({ from, to } satisfies Span), count: to - from };
  });
}

interface Ending {
  held: readonly Held[];
  billsPaid: boolean | undefined;
  person: Person;
  now: Date;
}

async function finishCarryOut(
  ledger: Ledger,
  row: BankImportRow,
  carried: Carried,
  { held, billsPaid = false, person, now }: Ending,
): Promise<void> {
  const { tx } = ledger;
  const { user_id, id, stage } = row;
  const before: Outcome = JSON.parse(row.outcome);
  const stated = await keep(ledger, row, held, now);
  const said = billsPaid ? await findAccountsOfLines(tx, row) : [];
  const paid = await settleBills(ledger, id, said, person, now);
  const { leftOut, later } = await countOfStage(tx, row);
  const revision = await readRevision({ db: tx, viewer: { id: user_id } });
  const outcome: Outcome = {
    ...before,
    created: (before.created ?? 0) + carried.created,
    merged: (before.merged ?? 0) + carried.merged,
    transfers: (before.transfers ?? 0) + carried.transfers,
    left_out: (before.left_out ?? 0) + leftOut,
    ...(stated.length + paid.length > 0 && { made: withPaid(withStated(before.made, stated), paid) }),
  };
  await updateImport(tx, {
    user_id,
    id,
    outcome: JSON.stringify(outcome),
    // What waits for an answer can be carried out later.
    ...(later > 0
      ? { status: 'preview', stage: stage + 1, revision }
      : { status: 'done', done_at: now.toISOString() }),
  });
}

const linesOf = ({ tx, userId }: Ledger, { importId }: Content, { from, to }: Span) =>
  findLinesBetween(tx, userId, importId, from, to);

/** Counts what is carried as `done`, `moved` (merged) and `failed` (joined), because work has these three columns. */
export const carryOutSteps: Steps<Span> = {
  async batch(ledger, { now }, span, work) {
    const content = contentOf(work);
    const row = await requireImport(ownerOf(ledger), content.importId);
    const lines = await linesOf(ledger, content, span);
    const { created, merged, transfers } = await carryLines(ledger, lines, row, content.person, now);
    return { undo: span, done: created, moved: merged, failed: transfers };
  },
  async last(ledger, { now }, work) {
    const { importId, held = [], billsPaid, person } = contentOf(work);
    const row = await requireImport(ownerOf(ledger), importId);
    const { done: created, moved: merged, failed: transfers } = work;
    await finishCarryOut(ledger, row, { created, merged, transfers }, { held, billsPaid, person, now });
    await ledger.closeToOthers(null);
    return {};
  },
  async fail() {
    return { kind: 'carry_back' };
  },
};

/** Takes back what a failed import has done so far, so that nothing of it remains and it can be tried again. */
export const carryBackSteps: Steps<Span> = {
  isBackwards: true,
  async batch(ledger, { now }, span, work) {
    const content = contentOf(work);
    await takeBackLines(ledger, await linesOf(ledger, content, span), 'all', content.person, now);
    return {};
  },
  async last(ledger, { now }, work) {
    const row = await requireImport(ownerOf(ledger), contentOf(work).importId);
    // What stages before this one made is needed for their rows.
    if (row.stage === 0) await unmake(ledger, row, now);
    const { made, ...outcome }: Outcome = JSON.parse(row.outcome);
    const kept = row.stage === 0 ? outcome : { ...outcome, made };
    await updateImport(ledger.tx, { user_id: row.user_id, id: row.id, outcome: JSON.stringify(kept) });
    await endWork(ledger, work, 'preview');
    return {};
  },
  async fail(ledger, work) {
    await endWork(ledger, work, 'failed');
    return { finished_at: work.touched_at };
  },
};

async function endWork(ledger: Ledger, work: Work, status: BankImportRow['status']): Promise<void> {
  await updateImport(ledger.tx, { user_id: work.user_id, id: contentOf(work).importId, status });
  await ledger.closeToOthers(null);
}

interface Undoing {
  extent: Extent;
  /** Whether none of it stays because somebody has changed it. */
  isWhole: boolean;
  /** Work of an older version lacks it. */
  atUndo?: AtUndo | undefined;
}

/** What of an import is taken back although somebody has changed some of it; by default nothing of it is. */
export interface UndoInput {
  /** What was changed since too. */
  force?: boolean | undefined;
  /** Only what was not changed since. */
  keepChanged?: boolean | undefined;
}

/**
 * Takes an import back: removes what it brought and puts back what it changed, however long ago that was.
 * @returns the transactions that somebody has changed since, and the id of work that has to be run, if any
 * @throws DomainError NOT_FOUND, CONFLICT (409) for one that was not carried out, CHANGED_SINCE (409), LOCKED (409),
 * SERVICE_UNAVAILABLE (503)
 */
export function startUndo(
  context: Writing,
  id: string,
  { force = false, keepChanged = false }: UndoInput = {},
): Promise<{ changed: string[]; workId: string | null }> {
  const { viewer, now } = context;
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    const row = await requireImport(inside, id);
    if (row.status === 'undone') return { changed: [], workId: null };
    if (row.status === 'running') return { changed: [], workId: row.work_id };
    const isCarried =
      row.status === 'done' || row.status === 'failed' || (row.status === 'preview' && row.stage > 0);
    if (!isCarried) throw new DomainError('CONFLICT', 409, { message: 'import:notCarriedOut' });
    const changed = await changedSince(tx, row);
    if (changed.length > 0 && !force && !keepChanged)
      throw new DomainError('CHANGED_SINCE', 409, { details: { changed } });
    const { made }: Outcome = JSON.parse(row.outcome);
    if (await mayBeLocked(inside)) await requireUnlockedToTakeBack(inside, row, made);
    const held = await holdAgain(inside, made?.stated ?? []);
    const atUndo = await readAtUndo(ledger, row, held, now);
    const extent: Extent = force ? 'all' : 'unchanged';
    const isWhole = force || changed.length === 0;
    const end = await endOfLines(tx, viewer.id, id);
    if (end > AT_ONCE) {
      const workId = await close(ledger, inside, row, {
        kind: 'take_back',
        end,
        more: { extent, held, isWhole, atUndo },
      });
      return { changed, workId };
    }
    const lines = await findLinesBetween(tx, viewer.id, id, 0, end);
    const taken = await takeBackLines(ledger, lines, extent, personOf(context), now);
    await finishUndo(ledger, row, taken, held, {
      isWhole,
      atUndo,
      person: personOf(context),
      now,
    });
    return { changed, workId: null };
  });
}

async function requireUnlockedToTakeBack(context: Writing, row: BankImportRow, made?: Made): Promise<void> {
  const touched = await findToTakeBack(context.db, row);
  for (let from = 0; from < touched.length; from += AT_ONCE)
    await requireUnlocked(context, touched.slice(from, from + AT_ONCE));
  const openings = made?.openings.flatMap(({ id: own, taken }) => [own, taken?.before.id ?? own]) ?? [];
  await requireUnlockedBatches(context, idBatches(openings), 'id');
}

async function finishUndo(
  ledger: Ledger,
  before: BankImportRow,
  removed: number,
  held: readonly Held[],
  { person, ...undoing }: Omit<Undoing, 'extent'> & { person: Person; now: Date },
): Promise<void> {
  const { now } = undoing;
  await giveBack(ledger, before, held, undoing);
  await unpayBills(ledger, before, person, now);
  const row = await requireImport(ownerOf(ledger), before.id);
  const stayed = await unmake(ledger, row, now);
  const outcome: Outcome = { ...JSON.parse(row.outcome), removed, stayed };
  await updateImport(ledger.tx, {
    user_id: row.user_id,
    id: row.id,
    status: 'undone',
    outcome: JSON.stringify(outcome),
    undone_at: now.toISOString(),
  });
}

export const takeBackSteps: Steps<Span> = {
  async batch(ledger, { now }, span, work) {
    const content = contentOf<Undoing>(work);
    const lines = await linesOf(ledger, content, span);
    return { done: await takeBackLines(ledger, lines, content.extent, content.person, now) };
  },
  async last(ledger, { now }, work) {
    const { importId, held = [], isWhole = true, atUndo, person } = contentOf<Partial<Undoing>>(work);
    const row = await requireImport(ownerOf(ledger), importId);
    await finishUndo(ledger, row, work.done, held, { isWhole, atUndo, person, now });
    await ledger.closeToOthers(null);
    return {};
  },
  // What is left can be taken back by another undo.
  async fail(ledger, work) {
    await endWork(ledger, work, 'done');
    return { finished_at: work.touched_at };
  },
};

/**
 * Forgets an import that is not carried out, or the file of one that is: that can still be taken back.
 * @throws DomainError NOT_FOUND, CONFLICT (409) while it is running
 */
export async function forgetImport({ db, viewer }: Writing, id: string): Promise<void> {
  const row = await inTransaction(db, async (tx) => {
    const found = await requireImport({ db: tx, viewer }, id);
    if (found.status === 'running') throw new DomainError('CONFLICT', 409, { message: 'import:isRunning' });
    const isCarried = found.status === 'done' || found.status === 'failed' || found.stage > 0;
    if (isCarried) await deleteFile(tx, viewer.id, id);
    // Nobody can carry it out while it is deleted.
    else await updateImport(tx, { user_id: viewer.id, id, status: 'reading' });
    return isCarried ? null : found;
  });
  if (row) await deleteImport(db, row);
}

const HOUR = 3_600_000;

/** Milliseconds after which an import that nobody carried out is deleted. */
const WAITING_TIME = 30 * 24 * HOUR;

/** Of all people; what was still being read belongs to a process that has ended. */
export async function deleteForgottenImports(db: Db, now: Date): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age).toISOString();
  const ages = { reading: before(HOUR), waiting: before(WAITING_TIME) };
  for (const key of await findForgotten(db, ages)) await deleteImport(db, key);
}

/** How far an import that is running is; null for any other. */
export async function readProgress(
  { db, viewer }: { db: Db; viewer: { id: string } },
  { status, work_id }: BankImportRow,
): Promise<{ done: number; total: number; isUndo: boolean } | null> {
  const work =
    status === 'running' && work_id ? await findWork(db, { user_id: viewer.id, id: work_id }) : undefined;
  return work
    ? { done: work.total - work.remaining, total: work.total, isUndo: work.kind !== 'carry_out' }
    : null;
}
