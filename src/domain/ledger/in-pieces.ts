import type { Db } from '../../db/open.ts';
import type { BulkChangeRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { DomainError, notFound } from '../error.ts';
import { newId } from '../id.ts';
import { paced } from '../paced.ts';
import {
  countUnfinished,
  deletePieces,
  findChange,
  insertChange,
  PIECE_SIZE,
  type Piece,
  saveChange,
  takePiece,
} from './bulk-changes.queries.ts';
import { inLedger, type Ledger } from './ledger.ts';

export type { Piece };

/** Whose transactions are changed, and when the change began. */
export interface Actor {
  db: Db;
  viewer: { id: string };
  now: Date;
}

/** How a bulk change is carried out. Each step is a database transaction. */
export interface Steps {
  /** Changes the transactions of a piece and returns how many; the others are missing, or not theirs. */
  piece(ledger: Ledger, inside: Actor, ids: string[]): Promise<number>;
  /** Follows after all pieces. */
  last?(ledger: Ledger, inside: Actor): Promise<void>;
}

/** A change of many transactions that has not begun. */
export interface Plan extends Pick<BulkChangeRow, 'kind'> {
  /** What the steps need, so that another process can carry the change on. */
  content: object;
  deletionId?: string;
  pieces: Piece[];
  /** Comes before all pieces, in the database transaction that records the change. */
  first?(ledger: Ledger, inside: Actor): Promise<void>;
  steps: Steps;
}

/** How many transactions were changed or deleted, and how many no longer existed. */
export interface Outcome {
  done: number;
  failed: number;
}

const NOTHING: Outcome = { done: 0, failed: 0 };

/** Unfinished bulk changes of a person at most; each takes the place of its pieces in the database. */
const UNFINISHED_MOST = 10;

/** The pieces of ids that are all different. */
export function piecesOf(ids: readonly string[]): Piece[] {
  return Array.from({ length: Math.ceil(ids.length / PIECE_SIZE) }, (_, number) => {
    const some = ids.slice(number * PIECE_SIZE, (number + 1) * PIECE_SIZE);
    return { ids: JSON.stringify(some), count: some.length };
  });
}

/**
 * Carries out a change of many transactions. One piece is done in one database transaction; more than that piece by
 * piece, so that others are served in between. If this process ends before, another one carries the change on.
 * Not inside a database transaction.
 * @throws DomainError SERVICE_UNAVAILABLE (503) while too many of the person are unfinished
 */
export async function carryOut(context: Actor, plan: Plan): Promise<Outcome> {
  const started = await start(context, plan);
  if (!('id' in started)) return started;
  return (await proceed(context, started.id, plan.steps)) ?? NOTHING;
}

/** The outcome of a change of one piece, or the id of a longer one, which has been recorded. */
export type Started = Outcome | { id: string };

/** The same, but leaves it to the caller to `proceed` with a longer change: may run inside a database transaction. */
export async function start(context: Actor, plan: Plan): Promise<Started> {
  return plan.pieces.length > 1 ? { id: await begin(context, plan) } : carryOutAtOnce(context, plan);
}

function carryOutAtOnce(context: Actor, { first, pieces, steps }: Plan): Promise<Outcome> {
  return inLedger(context, async (ledger, inside) => {
    const outcome = { ...NOTHING };
    await first?.(ledger, inside);
    for (const { ids, count } of pieces) {
      const done = await steps.piece(ledger, inside, JSON.parse(ids));
      outcome.done += done;
      outcome.failed += count - done;
    }
    await steps.last?.(ledger, inside);
    return outcome;
  });
}

/** Records a change, so that it will be carried out whatever happens, and returns its id. */
function begin(context: Actor, plan: Plan): Promise<string> {
  return inLedger(context, async (ledger, inside) => {
    const { id: user_id } = context.viewer;
    if ((await countUnfinished(ledger.tx, user_id)) >= UNFINISHED_MOST)
      throw new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter: 5 });
    await plan.first?.(ledger, inside);
    const now = context.now.toISOString();
    const row: BulkChangeRow = {
      user_id,
      id: newId(context.now),
      kind: plan.kind,
      content: JSON.stringify(plan.content),
      deletion_id: plan.deletionId ?? null,
      total: plan.pieces.reduce((sum, { count }) => sum + count, 0),
      done: 0,
      failed: 0,
      created_at: now,
      touched_at: now,
      finished_at: null,
    };
    await insertChange(ledger.tx, row, plan.pieces);
    return row.id;
  });
}

/**
 * Carries on a recorded change until it is finished or the process stops. Several may do so at the same time: each
 * piece is taken once. What later refuses a step (such as a category that was deleted in between) ends the change.
 * @returns null when the process stops before it is finished
 * @throws DomainError when the very first step is refused
 */
export async function proceed(
  context: Actor,
  id: string,
  steps: Steps,
  isStopping: () => boolean = () => false,
): Promise<Outcome | null> {
  const began = performance.now();
  const now = () => new Date(context.now.getTime() + performance.now() - began).toISOString();
  try {
    for (;;) {
      const change = await paced(() => takeStep(context, id, steps, now));
      if (!change) return NOTHING;
      if (change.finished_at !== null) return change;
      if (isStopping()) return null;
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const outcome = await inLedger(context, ({ tx }) => abandon(tx, context.viewer.id, id, now()));
    if (outcome.done === 0) throw error;
    return outcome;
  }
}

function takeStep(context: Actor, id: string, steps: Steps, now: () => string) {
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    const change = await findChange(tx, context.viewer.id, id);
    if (!change || change.finished_at !== null) return change;
    const ids = await takePiece(tx, change);
    const after = { ...change, touched_at: now() };
    const then = { ...inside, now: new Date(change.created_at) };
    if (ids) {
      const done = await steps.piece(ledger, then, ids);
      after.done += done;
      after.failed += ids.length - done;
    } else {
      await steps.last?.(ledger, then);
      after.finished_at = after.touched_at;
    }
    await saveChange(tx, after);
    return after;
  });
}

/** A bulk change and how far it is. */
export type BulkChange = BulkChangeRow;

/** One of the viewer's bulk changes of the last day. @throws DomainError NOT_FOUND */
export async function readBulkChange({ db, viewer }: Actor, id: string): Promise<BulkChange> {
  const change = await findChange(db, viewer.id, id);
  if (!change) throw notFound();
  return change;
}

/** Ends a change before it is finished: what was not done counts as failed. */
export async function abandon(tx: Tx, userId: string, id: string, now: string): Promise<Outcome> {
  const change = await findChange(tx, userId, id);
  if (!change) return NOTHING;
  if (change.finished_at !== null) return change;
  await deletePieces(tx, change);
  const ended = { ...change, failed: change.total - change.done, touched_at: now, finished_at: now };
  await saveChange(tx, ended);
  return ended;
}
