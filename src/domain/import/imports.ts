import type { Db } from '../../db/open.ts';
import type { ImportRow, TransactionRow } from '../../db/tables.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { type BroughtAccount, readBroughtAccount } from '../accounts/bring-in.ts';
import { type Subject, subjectOf } from '../activity/record.ts';
import { localNow } from '../calendar.ts';
import { readCategories } from '../categories/read.ts';
import type { SignedIn } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { newId } from '../id.ts';
import { hasTransactions } from '../ledger/has-transactions.ts';
import { paced } from '../paced.ts';
import { hasAnyTemplate } from '../recurring/templates/bring-in.ts';
import { forgetImport } from './forget.ts';
import {
  claimImport,
  expireWaiting,
  findImport,
  findLatest,
  insertImport,
  storePieces,
  updateImport,
} from './imports.queries.ts';
import {
  type DocumentHead,
  DocumentReader,
  type DocumentSummary,
  type ImportFault,
  UnreadableDocument,
} from './read-document.ts';
import type { Ownerless } from './rows.ts';

/** How long a file can be imported after it was sent, and an import be undone; milliseconds. */
const WAITS = 3_600_000;
export const UNDONE_WITHIN = 24 * 3_600_000;

/** After this time the process that carried an import out has ended; milliseconds. */
const FORGOTTEN_AFTER = 300_000;

/** Bytes of a file at most. */
export const FILE_MOST = 100_000_000;

const ROWS_IN_PIECE = 500;

/** Bytes that are checked before others have their turn: some milliseconds. */
const READ_AT_ONCE = 16 * 1024;

/** What an import has of everything but transactions, before it is carried out. */
export interface StagedHead extends Pick<DocumentHead, 'categories' | 'templates' | 'isWhole'> {
  account: BroughtAccount;
}

/** What came of a file that was sent: an import that can be carried out, or why it cannot be. */
export type Staged = { id: string } | { faults: ImportFault[]; count: number };

/**
 * Checks a file as it arrives, and keeps it for the person who sent it, in place of an earlier one: in pieces, between
 * which others are served. Nothing of their account changes.
 * @throws DomainError CONFLICT (409) unless the account is empty, PAYLOAD_TOO_LARGE (413)
 */
export async function stageImport(context: SignedIn, file: AsyncIterable<Uint8Array>): Promise<Staged> {
  await requireEmpty(context);
  const { db, viewer, now } = context;
  const key = { user_id: viewer.id, id: newId(now) };
  await expire(context, { user_id: viewer.id });
  await insertImport(db, newImport(key, now));
  let isReady = false;
  try {
    const reader = new DocumentReader(localNow(now, viewer.preferences.timezone).date);
    await readFile(context, key, reader, file);
    const { named, count } = reader.faults;
    if (count > 0) return { faults: named, count };
    const { profile, settings, currency, ...lists } = reader.head;
    const account = await readBroughtAccount(profile, settings, currency);
    const head: StagedHead = { account, ...lists };
    await storePieces(db, [pieceOf(key, 0, head)]);
    const checked = { summary: JSON.stringify(reader.summary), checked_at: now.toISOString() };
    await updateImport(db, key, checked);
    isReady = true;
    return { id: key.id };
  } finally {
    if (!isReady) await forgetImport(db, key);
  }
}

/** Imports that were started at this instant or before have ended, whether they have said so or not. */
export const forgottenAt = (now: Date) => new Date(now.getTime() - FORGOTTEN_AFTER).toISOString();

const laterThan = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();

function newImport(key: Pick<ImportRow, 'user_id' | 'id'>, now: Date): ImportRow {
  return {
    ...key,
    summary: '{}',
    created_at: now.toISOString(),
    expires_at: laterThan(now, WAITS),
    checked_at: null,
    started_at: null,
    refused: null,
    finished_at: null,
    undone_at: null,
  };
}

const pieceOf = ({ user_id, id }: Pick<ImportRow, 'user_id' | 'id'>, number: number, content: unknown) => ({
  user_id,
  import_id: id,
  number,
  content: JSON.stringify(content),
});

// What cannot be read any further has its fault in the reader.
async function readFile(
  { db }: SignedIn,
  key: Pick<ImportRow, 'user_id' | 'id'>,
  reader: DocumentReader,
  file: AsyncIterable<Uint8Array>,
): Promise<void> {
  let rows: Ownerless<TransactionRow>[] = [];
  let [number, size] = [1, 0];
  const store = async (some: typeof rows) => {
    await storePieces(db, [pieceOf(key, number, some)]);
    number += 1;
  };
  try {
    for await (const chunk of file) {
      size += chunk.length;
      if (size > FILE_MOST) throw new DomainError('PAYLOAD_TOO_LARGE', 413, { message: 'import:tooLarge' });
      for (let at = 0; at < chunk.length; at += READ_AT_ONCE)
        await paced(async () => {
          rows.push(...reader.push(chunk.subarray(at, at + READ_AT_ONCE)));
          if (reader.faults.count > 0) rows = [];
          if (rows.length < ROWS_IN_PIECE) return;
          await store(rows.slice(0, ROWS_IN_PIECE));
          rows = rows.slice(ROWS_IN_PIECE);
        });
    }
    reader.end();
    if (rows.length > 0) await store(rows);
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
  }
}

/**
 * Whether the viewer's account is one that a file can be imported into: without transactions, recurring templates and
 * categories of its own.
 */
export async function isEmptyAccount(context: { db: Db; viewer: { id: string } }): Promise<boolean> {
  if ((await hasTransactions(context)) || (await hasAnyTemplate(context))) return false;
  return (await readCategories(context)).every(({ default_key }) => default_key !== null);
}

/** @throws DomainError CONFLICT (409) unless the account is empty */
export async function requireEmpty(context: { db: Db; viewer: { id: string } }): Promise<void> {
  if (!(await isEmptyAccount(context)))
    throw new DomainError('CONFLICT', 409, { message: 'import:notEmpty' });
}

/** A file that was sent, and how far its import is. Instants are ISO 8601 in UTC. */
export interface ImportState {
  id: string;
  summary: DocumentSummary & { kept?: Kept };
  state: 'checked' | 'running' | 'done' | 'undone';
  /** Whether it was carried out; an undo may be under way. */
  isDone: boolean;
  expiresAt: string;
  refused: TextKey | null;
}

/** What an undo has left in the account, because it was changed since. */
export interface Kept {
  transactions: number;
  templates: number;
  categories: number;
}

/** One of the viewer's imports. @throws DomainError NOT_FOUND, also once it has expired */
export async function readImport({ db, viewer, now }: SignedIn, id: string): Promise<ImportState> {
  const row = await findImport(db, { user_id: viewer.id, id });
  if (!row?.checked_at || row.expires_at <= now.toISOString()) throw notFound();
  return stateOf(row, now);
}

/** The viewer's latest import, which can be carried out or undone; null without one. */
export async function readLatestImport({ db, viewer, now }: SignedIn): Promise<ImportState | null> {
  const row = await findLatest(db, viewer.id, now.toISOString());
  return row ? stateOf(row, now) : null;
}

function stateOf(row: ImportRow, now: Date): ImportState {
  const isRunning = row.started_at !== null && row.started_at > forgottenAt(now);
  const state = row.undone_at ? 'undone' : isRunning ? 'running' : row.finished_at ? 'done' : 'checked';
  const { id, summary, expires_at: expiresAt, refused } = row;
  return {
    id,
    summary: JSON.parse(summary),
    state,
    isDone: row.finished_at !== null,
    expiresAt,
    refused: refused as TextKey | null,
  };
}

/** Forgets a file that was sent, unless it is being imported or has been. @throws DomainError NOT_FOUND */
export async function discardImport(context: SignedIn, id: string): Promise<void> {
  if ((await expire(context, { user_id: context.viewer.id, id })) === 0) throw notFound();
}

/** Lets what waits expire at once; its pieces, which may be many megabytes, are deleted after the answer. */
async function expire(context: SignedIn, which: { user_id: string; id?: string }): Promise<number> {
  const { db, rootDb, now } = context;
  const times = { now: now.toISOString(), since: forgottenAt(now) };
  const expired = await expireWaiting(db, which, times);
  if (expired.length > 0)
    context.defer(async (isStopping) => {
      for (const key of expired) await forgetImport(rootDb, key, isStopping);
    });
  return expired.length;
}

/** An import or its undo, which takes long and runs beside the answers to requests. */
export interface ImportTask {
  kind: 'import' | 'undo';
  person: Subject;
  /** The network address of the request, for the log. */
  address: string;
  importId: string;
  /** ISO 8601 in UTC. */
  now: string;
}

/**
 * Begins an import, or its undo; another one of the same file that goes on is left alone.
 * @returns ends with the task, whether it was refused or not
 * @throws DomainError NOT_FOUND, CONFLICT (409) unless the account is empty
 */
export async function startImport(
  context: SignedIn,
  id: string,
  kind: ImportTask['kind'],
): Promise<Promise<void>[]> {
  const { db, viewer, now } = context;
  const { state } = await readImport(context, id);
  const before = kind === 'import' ? 'checked' : 'done';
  if (state === 'running') return [];
  if (state !== before) throw notFound();
  if (kind === 'import') await requireEmpty(context);
  const claim = { now: now.toISOString(), since: forgottenAt(now) };
  if (!(await claimImport(db, { user_id: viewer.id, id }, claim))) return [];
  const task = {
    kind,
    person: subjectOf(viewer),
    address: context.client.address,
    importId: id,
    now: now.toISOString(),
  };
  return [
    new Promise((resolve) => {
      context.defer(() => context.runImport(task).finally(resolve));
    }),
  ];
}

/** The end of an import that is finished: from then on it cannot be undone. */
export function undoableUntil(now: Date): string {
  return laterThan(now, UNDONE_WITHIN);
}
