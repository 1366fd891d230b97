import type { Db } from '../../db/open.ts';
import type { ImportRow, TransactionRow } from '../../db/tables.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { type BroughtAccount, readBroughtAccount } from '../accounts/bring-in.ts';
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

/** Bytes of a file at most. */
export const FILE_MOST = 100_000_000;

/** Transactions that are imported in one step: others wait no longer than for that. */
const ROWS_IN_PIECE = 200;

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

const laterThan = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();

function newImport(key: Pick<ImportRow, 'user_id' | 'id'>, now: Date): ImportRow {
  return {
    ...key,
    summary: '{}',
    created_at: now.toISOString(),
    expires_at: laterThan(now, WAITS),
    checked_at: null,
    work: null,
    steps_done: 0,
    started_at: null,
    touched_at: null,
    address: null,
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
  /** The transactions that are there so far, while it goes on. */
  transactions: number;
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
  if (!row?.checked_at || (row.work === null && row.expires_at <= now.toISOString())) throw notFound();
  return stateOf(row);
}

/** The viewer's latest import, which can be carried out or undone; null without one. */
export async function readLatestImport({ db, viewer, now }: SignedIn): Promise<ImportState | null> {
  const row = await findLatest(db, viewer.id, now.toISOString());
  return row ? stateOf(row) : null;
}

function stateOf(row: ImportRow): ImportState {
  const state = row.undone_at ? 'undone' : row.work ? 'running' : row.finished_at ? 'done' : 'checked';
  const { id, expires_at: expiresAt, refused } = row;
  const summary: ImportState['summary'] = JSON.parse(row.summary);
  return {
    id,
    summary,
    state,
    isDone: row.finished_at !== null,
    transactions: Math.min(Math.max(row.steps_done - 1, 0) * ROWS_IN_PIECE, summary.transactions),
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
  const expired = await expireWaiting(db, which, now.toISOString());
  if (expired.length > 0)
    context.defer(async (isStopping) => {
      for (const key of expired) await forgetImport(rootDb, key, isStopping);
    });
  return expired.length;
}

/** How many pieces the transactions of an import are in. */
export function piecesIn({ summary }: Pick<ImportRow, 'summary'>): number {
  const { transactions }: DocumentSummary = JSON.parse(summary);
  return Math.ceil(transactions / ROWS_IN_PIECE);
}

/** The end of an import that is finished: from then on it cannot be undone. */
export function undoableUntil(now: Date): string {
  return laterThan(now, UNDONE_WITHIN);
}
