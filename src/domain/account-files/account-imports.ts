import { createHash, type Hash } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { todayOf } from '../calendar.ts';
import { readCategories } from '../categories/read.ts';
import type { Reading, Writing } from '../context.ts';
import { busy, DomainError, notFound } from '../error.ts';
import { HOUR } from '../instants.ts';
import { hasTransactions, inLedger, readRevision } from '../ledger/ledger.ts';
import {
  expireEarlierImports,
  expireWaiting,
  findLatestImport,
  findUnfinished,
  findWork,
  insertWork,
  storeBatches,
  updateWork,
} from '../long-work/long-work.queries.ts';
import { deleteExpiredWork, newWork, throttled, type Work } from '../long-work/long-work.ts';
import { hasAnyTemplate } from '../recurring/templates/account-file.ts';
import { type ImportedAccount, readImportedAccount } from '../users/account-file.ts';
import { hasPlans, type Plans } from './plans.ts';
import {
  type DocumentHead,
  DocumentReader,
  type DocumentSummary,
  type ImportError,
  type ReadTemplate,
  UnreadableDocument,
} from './read-document.ts';
import type { FileTransaction } from './rows.ts';

/** Milliseconds. */
const WAITING_TIME = HOUR;

export const FILE_MOST = 100_000_000;

/** Rows imported in one batch, which is as long as other requests have to wait. */
export const ROWS_IN_BATCH = 200;

/** Bytes checked before other requests get a turn: some milliseconds. */
const READ_AT_ONCE = 16 * 1024;

/** The first batch: everything but transactions and templates. */
export interface StagedHead extends Pick<DocumentHead, 'categories' | 'accounts' | 'isWhole'> {
  account: ImportedAccount;
  /** Absent from what was stored before there were any. */
  plans?: Plans;
}

/** A transaction of a file. */
export type StagedRow = FileTransaction & {
  /** It stays out of the account, by its person's choice. */
  isLeftOut?: true;
};

const ROW_STATES = ['new', 'transfer', 'skipped'] as const;

/** What a row of an account's file is: its opening balances come in too, but are no rows of money. */
export type RowState = (typeof ROW_STATES)[number];

export const isRowState = (state: string): state is RowState =>
  (ROW_STATES as readonly string[]).includes(state);

export const NOTHING_LEFT_OUT: Record<RowState, number> = { new: 0, transfer: 0, skipped: 0 };

/** How many rows are of each state; those that are absent were stored before they were counted. */
function countsOf({
  transactions,
  sides = 0,
  openings = 0,
}: {
  transactions: number;
  sides?: number;
  openings?: number;
}): Record<RowState, number> {
  return { new: transactions - sides - openings, transfer: sides, skipped: openings };
}

/** The `updated_at` of imported rows by id: undoing an import removes those that have not changed since. */
export type Version = [id: string, version: string];

/** What came in with a batch, and what stayed out. */
export type BroughtRows = (Version | StagedRow)[];

export const versionsIn = (rows: BroughtRows): Version[] => rows.filter((row) => Array.isArray(row));

/** Some templates, and some of the dates that they or earlier ones leave out. */
export interface StagedTemplates {
  templates: ReadTemplate['row'][];
  skipped: { id: string; dates: string[] }[];
}

/** What exports of ours are called. */
const OWN_NAME = 'pruta.json';

type Staged = { id: string } | { errors: ImportError[]; count: number };

interface ImportContent {
  summary: DocumentSummary;
  /** The counts of the file; absent from what was stored before they were noted. */
  file?: { name: string; hash: string; receivedAt: string };
  kept?: Kept;
  /** How many rows stay out, by what they are. */
  leftOut?: Record<RowState, number>;
  /** Templates changed since, whose transactions an undo leaves. */
  spared?: string[];
  /** Whether an undo removes what was changed since too. */
  isForced?: boolean;
  /** When it was imported, for one that was undone since. */
  doneAt?: string | null;
  /** For the log. */
  address?: string;
  /** The key of the text that explains why the last attempt was refused. */
  refused?: string | null;
}

export function contentOf({ content }: Pick<Work, 'content'>): ImportContent {
  return JSON.parse(content);
}

export function withContent(
  work: Pick<Work, 'content'>,
  more: Partial<ImportContent>,
): Pick<Work, 'content'> {
  return { content: JSON.stringify({ ...contentOf(work), ...more }) };
}

/**
 * Checks a file as it arrives and stores it in place of the person's earlier one, in batches between which other
 * requests are served. The account does not change.
 * @throws DomainError CONFLICT (409) unless the account is empty, PAYLOAD_TOO_LARGE (413)
 */
export async function stageImport(
  context: Writing,
  file: AsyncIterable<Uint8Array>,
  name = OWN_NAME,
): Promise<Staged> {
  await requireEmpty(context);
  const { db, viewer, now } = context;
  await expire(context, { user_id: viewer.id });
  const work = newWork(viewer.id, 'check', now, WAITING_TIME);
  await insertWork(db, work);
  let isReady = false;
  try {
    const reader = new DocumentReader(todayOf(context));
    const hash = createHash('sha256');
    let batches = await readFile(context, work, reader, hashed(file, hash));
    const { named, count } = reader.errors;
    if (count > 0) return { errors: named, count };
    const { profile, settings, currency, templates, ...lists } = reader.head;
    // A program brings the money alone; the person’s currency becomes that of the amounts all the same.
    const isOwn = !viewer.tokenScope;
    const account = await readImportedAccount(isOwn ? profile : null, isOwn ? settings : null, currency);
    const head: StagedHead = { account, ...lists };
    await storeBatches(db, [batchOf(work, 0, head)]);
    for (const some of inBatches(templates)) {
      const number = batches;
      await throttled(() => storeBatches(db, [batchOf(work, number, some)]));
      batches += 1;
    }
    const { summary } = reader;
    const received = { name, hash: hash.digest('hex'), receivedAt: now.toISOString() };
    const content = JSON.stringify({ summary, file: received } satisfies ImportContent);
    const { transactions: total } = summary;
    await updateWork(db, { ...work, kind: 'import', content, total, remaining: total, batches });
    isReady = true;
    return { id: work.id };
  } finally {
    if (!isReady) {
      await updateWork(db, { ...work, expires_at: now.toISOString() });
      await deleteExpiredWork(db, now, viewer.id);
    }
  }
}

async function* hashed(file: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) {
    hash.update(chunk);
    yield chunk;
  }
}

function batchOf({ user_id, id: work_id }: Work, number: number, content: unknown) {
  const count = Array.isArray(content) ? content.length : 0;
  return { user_id, work_id, number, count, content: JSON.stringify(content) };
}

/** Each has so many templates, earlier versions of them and dates. */
function inBatches(templates: readonly ReadTemplate[]): StagedTemplates[] {
  const batches: StagedTemplates[] = [];
  let room = 0;
  const next = (size: number) => {
    if (room <= 0) {
      batches.push({ templates: [], skipped: [] });
      room = ROWS_IN_BATCH;
    }
    room -= size;
    return batches.at(-1) as StagedTemplates;
  };
  for (const { row, skipped } of templates) {
    next(1 + row.earlier.length).templates.push(row);
    for (let from = 0; from < skipped.length; from += ROWS_IN_BATCH) {
      const dates = skipped.slice(from, from + ROWS_IN_BATCH);
      next(dates.length).skipped.push({ id: row.id, dates });
    }
  }
  return batches;
}

/**
 * Stores the transactions of a file and returns the number of batches. If the file cannot be read to the end, the
 * reader has the error.
 */
async function readFile(
  { db }: Reading,
  work: Work,
  reader: DocumentReader,
  file: AsyncIterable<Uint8Array>,
): Promise<number> {
  let rows: FileTransaction[] = [];
  let [number, size] = [1, 0];
  const store = async (batchRows: typeof rows) => {
    await storeBatches(db, [batchOf(work, number, batchRows)]);
    number += 1;
  };
  try {
    for await (const chunk of file) {
      size += chunk.length;
      if (size > FILE_MOST) throw new DomainError('PAYLOAD_TOO_LARGE', 413, { message: 'import:tooLarge' });
      for (let offset = 0; offset < chunk.length; offset += READ_AT_ONCE)
        await throttled(async () => {
          rows.push(...reader.push(chunk.subarray(offset, offset + READ_AT_ONCE)));
          if (reader.errors.count > 0) rows = [];
          if (rows.length < ROWS_IN_BATCH) return;
          await store(rows.slice(0, ROWS_IN_BATCH));
          rows = rows.slice(ROWS_IN_BATCH);
        });
    }
    reader.end();
    if (rows.length > 0) await store(rows);
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
  }
  return number;
}

/**
 * Whether a file can be imported into the viewer's account: it has no transactions, recurring templates or categories
 * of its own. Its accounts with money, which are all empty, are those of the file afterwards.
 */
export async function isEmptyAccount(context: { db: Db; viewer: { id: string } }): Promise<boolean> {
  if ((await hasTransactions(context)) || (await hasAnyTemplate(context))) return false;
  return (await readCategories(context)).every(({ default_key }) => default_key !== null);
}

async function requireEmpty(context: { db: Db; viewer: { id: string } }): Promise<void> {
  if (!(await isEmptyAccount(context)))
    throw new DomainError('CONFLICT', 409, { message: 'import:notEmpty' });
}

export type ImportState = NonNullable<ReturnType<typeof stateOf>>;

type State = 'checked' | 'running' | 'done' | 'undone';

/** What an undo has left in the account, because it was changed since. */
export interface Kept {
  transactions: number;
  templates: number;
  categories: number;
  accounts: number;
  rules: number;
  budgets: number;
  goals: number;
}

/** Instants are ISO 8601 in UTC. @throws DomainError NOT_FOUND, also once it has expired */
export async function readImport({ db, viewer, now }: Reading, id: string): Promise<ImportState> {
  const work = await findWork(db, { user_id: viewer.id, id });
  const state = work && stateOf(work);
  if (!state || (state.state !== 'running' && work.expires_at <= now.toISOString())) throw notFound();
  return state;
}

/** Whether a checked file comes in place of rules, budgets or goals of the person. */
export async function replacesPlans({ db, viewer }: Reading, { state, summary }: ImportState) {
  return state === 'checked' && summary.hasPlans && (await hasPlans(db, viewer.id));
}

/** The latest import, which can be started or undone; null without one. */
export async function readLatestImport({
  db,
  viewer,
  now,
}: Pick<Reading, 'db' | 'viewer' | 'now'>): Promise<ImportState | null> {
  const work = await findLatestImport(db, viewer.id, now.toISOString());
  return (work && stateOf(work)) ?? null;
}

function stateOf(work: Work) {
  const { id, kind, expires_at: expiresAt, total, remaining } = work;
  if (kind !== 'import' && kind !== 'cancel' && kind !== 'undo') return null;
  const isFinished = work.finished_at !== null;
  const isDone = kind === 'undo' || isFinished;
  const { summary, kept, refused, file, doneAt = null, leftOut } = contentOf(work);
  const counts = countsOf(summary);
  return {
    id,
    fileName: file?.name ?? OWN_NAME,
    hash: file?.hash,
    receivedAt: file?.receivedAt ?? summary.exportedAt,
    summary: { ...summary, ...(kept && { kept }) },
    state: (!work.started_at
      ? 'checked'
      : !isFinished
        ? 'running'
        : kind === 'undo'
          ? 'undone'
          : 'done') as State,
    counts,
    outcome: outcomeOf(counts, leftOut, kept),
    /** Whether it was carried out; an undo may be under way. */
    isDone,
    transactions: total - remaining,
    expiresAt,
    finishedAt: work.finished_at,
    doneAt: kind === 'undo' ? doneAt : work.finished_at,
    refused: (refused as TextKey | undefined) ?? null,
  };
}

/** How many rows come in and stay out, and how many of them an undo takes back. Opening balances are no rows. */
function outcomeOf(counts: Record<RowState, number>, leftOut = NOTHING_LEFT_OUT, kept?: Kept) {
  const created = counts.new - leftOut.new;
  const sides = counts.transfer - leftOut.transfer;
  return {
    created,
    transfers: sides / 2,
    left_out: leftOut.new + leftOut.transfer + leftOut.skipped,
    removed: created + sides - (kept?.transactions ?? 0),
    /** The transactions that come in, opening balances and both sides of transfers included. */
    transactions: created + sides + counts.skipped - leftOut.skipped,
  };
}

/**
 * Starts an import, or its undo; one that is running is left alone. Until it ends, the account is closed to everything
 * else, because it is in a state between before and after.
 * @param revision of the ledger; if it has changed since, nothing is started
 * @returns whether it was started and has to be run
 * @throws DomainError NOT_FOUND, CONFLICT (409) unless the account is empty, SERVICE_UNAVAILABLE (503) while another
 * import or a bulk change is running, and once the revision has changed
 */
export async function startImport(
  context: Writing,
  id: string,
  kind: 'import' | 'undo',
  { isForced = false, revision }: { isForced?: boolean; revision?: number | undefined } = {},
): Promise<boolean> {
  const { viewer, now, client } = context;
  let expired = 0;
  const isStarted = await inLedger({ ...context, importId: id }, async (ledger, inside) => {
    const { state } = await readImport(inside, id);
    if (state === 'running') return false;
    if (state !== (kind === 'import' ? 'checked' : 'done')) throw notFound();
    // This ledger has raised it by one.
    const isOutdated = revision !== undefined && (await readRevision(inside)) !== revision + 1;
    if (isOutdated || (await findUnfinished(ledger.tx, viewer.id)).length > 0) throw busy();
    if (kind === 'import') await requireEmpty(inside);
    const key = { user_id: viewer.id, id };
    const work = (await findWork(ledger.tx, key)) as Work;
    const instant = now.toISOString();
    // Nothing of an earlier one is there any more, and what its undo keeps takes much space.
    if (kind === 'import') expired = await expireEarlierImports(ledger.tx, key, instant);
    await updateWork(ledger.tx, {
      ...key,
      kind,
      ...withContent(work, {
        address: client.address,
        refused: null,
        ...(kind === 'undo' && { isForced, doneAt: work.finished_at }),
      }),
      started_at: instant,
      touched_at: instant,
      finished_at: null,
    });
    await ledger.closeToOthers(id);
    return true;
  });
  if (expired > 0) deleteLater(context);
  return isStarted;
}

/** Discards an uploaded file, unless it is being or has been imported. @throws DomainError NOT_FOUND */
export async function discardImport(context: Writing, id: string): Promise<void> {
  if ((await expire(context, { user_id: context.viewer.id, id })) === 0) throw notFound();
}

/** Expires waiting files immediately; their batches, which may be many megabytes, are deleted after the answer. */
async function expire(context: Writing, target: { user_id: string; id?: string }): Promise<number> {
  const expired = await expireWaiting(context.db, target, context.now.toISOString());
  if (expired > 0) deleteLater(context);
  return expired;
}

function deleteLater({ rootDb, viewer, now, defer }: Writing): void {
  defer((isStopping) => deleteExpiredWork(rootDb, now, viewer.id, isStopping));
}
