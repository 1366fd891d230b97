import type { Db } from '../../db/open.ts';
import type { BulkChangeRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { DomainError, notFound } from '../error.ts';
import { newId } from '../id.ts';
import { paced } from '../paced.ts';
import {
  deletePieces,
  findChange,
  findUnfinished,
  insertChange,
  PIECE_SIZE,
  type Piece,
  saveChange,
  takePiece,
} from './bulk-changes.queries.ts';
import { inLedger, type Ledger } from './ledger.ts';

export { PIECE_SIZE, type Piece };

/** Whose transactions are changed, and when the change began. */
export interface Actor {
  db: Db;
  viewer: { id: string };
  now: Date;
}

/** How many transactions were changed, deleted or restored (or categories removed), were missing, and were moved. */
export type Counts = Pick<BulkChangeRow, 'done' | 'failed' | 'moved'>;

/** How a bulk change is carried out. Each step is a database transaction. */
export interface Steps {
  /** Changes the transactions of a piece. */
  piece(ledger: Ledger, inside: Actor, ids: string[]): Promise<Partial<Counts>>;
  /** Follows after all pieces, again and again as long as there is `more` to do. */
  last?(ledger: Ledger, inside: Actor): Promise<Partial<Counts> & { more?: boolean }>;
}

/** A change of many transactions that has not begun. */
export interface Plan<Content extends object = object> extends Pick<BulkChangeRow, 'kind'> {
  deletionId?: string;
  pieces: Piece[];
  /**
   * Comes before all pieces, in the database transaction that records the change.
   * @returns what the steps and the message about the outcome need; recorded, so that another process can carry it on
   */
  first(ledger: Ledger, inside: Actor): Promise<Content>;
  steps: Steps;
}

/** What a finished change did; transactions remain only of one that was stopped. */
export type Outcome = Counts & Pick<BulkChangeRow, 'remaining'>;

const NOTHING: Outcome = { done: 0, failed: 0, moved: 0, remaining: 0 };

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
export async function carryOut<Content extends object>(
  context: Actor,
  plan: Plan<Content>,
): Promise<Outcome & { content: Content }> {
  const started = await start(context, plan);
  if (!('id' in started)) return started;
  const { id, content } = started;
  return { ...((await carryOutRecorded(context, id, plan.steps)) ?? NOTHING), content };
}

/** The outcome of a change of one piece, or the id of a longer one, which has been recorded; with what `first` returned. */
export type Started<Content extends object = object> = (Outcome | { id: string }) & { content: Content };

/** The same, but the caller carries out a longer change: may run inside a database transaction. */
export async function start<Content extends object>(
  context: Actor,
  plan: Plan<Content>,
): Promise<Started<Content>> {
  return plan.pieces.length > 1 ? recordChange(context, plan) : carryOutAtOnce(context, plan);
}

function carryOutAtOnce<Content extends object>(
  context: Actor,
  { first, pieces, steps }: Plan<Content>,
): Promise<Outcome & { content: Content }> {
  return inLedger(context, async (ledger, inside) => {
    const content = await first(ledger, inside);
    let outcome = NOTHING;
    for (const { ids } of pieces)
      outcome = withCounts(outcome, await steps.piece(ledger, inside, JSON.parse(ids)));
    for (let isOver = !steps.last; !isOver; ) {
      const { more = false, ...counts } = (await steps.last?.(ledger, inside)) ?? {};
      outcome = withCounts(outcome, counts);
      isOver = !more;
    }
    return { ...outcome, content };
  });
}

function withCounts<Counted extends Counts>(
  before: Counted,
  { done = 0, failed = 0, moved = 0 }: Partial<Counts>,
): Counted {
  return {
    ...before,
    done: before.done + done,
    failed: before.failed + failed,
    moved: before.moved + moved,
  };
}

/** Records a change, so that it will be carried out whatever happens. */
function recordChange<Content extends object>(
  context: Actor,
  plan: Plan<Content>,
): Promise<{ id: string; content: Content }> {
  return inLedger(context, async (ledger, inside) => {
    const { id: user_id } = context.viewer;
    if ((await findUnfinished(ledger.tx, user_id)).length >= UNFINISHED_MOST)
      throw new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter: 5 });
    const content = await plan.first(ledger, inside);
    const now = context.now.toISOString();
    const total = plan.pieces.reduce((sum, { count }) => sum + count, 0);
    const row: BulkChangeRow = {
      user_id,
      id: newId(context.now),
      kind: plan.kind,
      content: JSON.stringify(content),
      deletion_id: plan.deletionId ?? null,
      ...NOTHING,
      total,
      remaining: total,
      created_at: now,
      touched_at: now,
      finished_at: null,
    };
    await insertChange(ledger.tx, row, plan.pieces);
    return { id: row.id, content };
  });
}

/**
 * Carries on a recorded change until it is finished or the process stops. Several may do so at the same time: each
 * piece is taken once. What later refuses a step (such as a category that was deleted in between) ends the change.
 * @returns null when the process stops before it is finished
 * @throws DomainError when the very first step is refused
 */
export async function carryOutRecorded(
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
    if (outcome.done + outcome.moved === 0) throw error;
    return outcome;
  }
}

function takeStep(context: Actor, id: string, steps: Steps, now: () => string) {
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    const change = await findChange(tx, context.viewer.id, id);
    if (!change || change.finished_at !== null) return change;
    const ids = await takePiece(tx, change);
    const then = { ...inside, now: new Date(change.created_at) };
    const { more, ...counts } = ids
      ? { more: true, ...(await steps.piece(ledger, then, ids)) }
      : { more: false, ...(await steps.last?.(ledger, then)) };
    const touched_at = now();
    const after: BulkChangeRow = {
      ...withCounts(change, counts),
      remaining: change.remaining - (ids?.length ?? 0),
      touched_at,
      finished_at: more ? null : touched_at,
    };
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

/** Whether a change of a person goes on. */
export async function hasUnfinished(db: Db, userId: string): Promise<boolean> {
  return (await findUnfinished(db, userId)).length > 0;
}

/** What is recorded of a person's unfinished changes of a kind. */
export async function contentsOf<Content>(
  db: Db,
  userId: string,
  kind: BulkChangeRow['kind'],
): Promise<Content[]> {
  const unfinished = await findUnfinished(db, userId);
  return unfinished.filter((change) => change.kind === kind).map(({ content }) => JSON.parse(content));
}

/**
 * Stops one of the viewer's changes after its current piece: what is done stays done, and the rest remains as it was.
 * @throws DomainError NOT_FOUND
 */
export async function stopBulkChange(context: Actor, id: string): Promise<void> {
  await inLedger(context, async ({ tx }, inside) => {
    const change = await readBulkChange(inside, id);
    if (change.finished_at === null) await finish(tx, change, context.now.toISOString());
  });
}

/** Ends a change before it is finished: what was not done counts as failed. */
export async function abandon(tx: Tx, userId: string, id: string, now: string): Promise<Outcome> {
  const change = await findChange(tx, userId, id);
  if (!change) return NOTHING;
  if (change.finished_at !== null) return change;
  return finish(tx, { ...change, failed: change.failed + change.remaining, remaining: 0 }, now);
}

async function finish(tx: Tx, change: BulkChangeRow, now: string): Promise<Outcome> {
  await deletePieces(tx, change);
  const ended = { ...change, touched_at: now, finished_at: now };
  await saveChange(tx, ended);
  return ended;
}
