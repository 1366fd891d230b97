import { performance } from 'node:perf_hooks';
import pLimit from 'p-limit';
import type { Db } from '../../db/open.ts';
import type { BulkKind, LongWorkRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import type { Context } from '../context.ts';
import { busy, DomainError, notFound } from '../error.ts';
import { newId } from '../id.ts';
import { DAY, later } from '../instants.ts';
import { inLedger, type Ledger } from '../ledger/ledger.ts';
import { pauseAfter, turnOf, workedSince } from '../throttle.ts';
import {
  BATCH_SIZE,
  type Batch,
  deleteBatch,
  deleteSomeExpired,
  findBatch,
  findUnfinished,
  findWork,
  insertWork,
  storeBatches,
  updateWork,
} from './long-work.queries.ts';

export { BATCH_SIZE, type Batch };

/** Whose transactions are changed, and when that began. */
export interface Actor {
  db: Db;
  viewer: { id: string };
  now: Date;
}

export interface Runner extends Actor, Pick<Context, 'log'> {}

export type Work = LongWorkRow;

/**
 * Numbers of transactions (or removed categories) that were changed, deleted or restored, that failed, and that were
 * moved.
 */
export type Counts = Pick<Work, 'done' | 'failed' | 'moved'>;

interface Done extends Partial<Counts> {
  /** Replaces the batch, to undo it by; without it, the batch is deleted. */
  undo?: unknown;
  recorded?: Partial<Work>;
  more?: boolean;
}

/** The steps of a kind of work. Each batch, and each call of `last`, is a database transaction. */
export interface Steps<Content = string[]> {
  /** Whether to run from the last finished batch back to the first. */
  isBackwards?: boolean;
  /** @param content the ids of the transactions, or whatever else the batch was stored with */
  batch(ledger: Ledger, inside: Actor, content: Content, work: Work): Promise<Done>;
  /** Runs after all batches, repeatedly while it returns `more`. */
  last?(ledger: Ledger, inside: Actor, work: Work): Promise<Done>;
  /** How work continues after a failure other than of the storage; without it, only a refusal ends the work. */
  fail?(ledger: Ledger, work: Work, error: unknown): Promise<Partial<Work>>;
}

export interface Plan<Content extends object = object> {
  kind: BulkKind;
  deletionId?: string;
  batches: Batch[];
  /**
   * Runs before all batches, in the database transaction that records the change.
   * @returns what the steps and the message about the outcome need; recorded, so that another process can resume it
   */
  first(ledger: Ledger, inside: Actor): Promise<Content>;
  steps: Steps;
}

/** `remaining` is not 0 only if the change was stopped. */
export type WorkOutcome = Counts & Pick<Work, 'remaining'>;

const NOTHING: WorkOutcome = { done: 0, failed: 0, moved: 0, remaining: 0 };

/** Unfinished work per person, because its batches take space in the database. */
const UNFINISHED_MOST = 10;

/** How long finished work can be looked up, and an import be undone; milliseconds. */
const KEPT_FOR = DAY;

/** The ids must be distinct. */
export function batchesOf(ids: readonly string[]): Batch[] {
  return Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, number) => {
    const chunk = ids.slice(number * BATCH_SIZE, (number + 1) * BATCH_SIZE);
    return { content: JSON.stringify(chunk), count: chunk.length };
  });
}

export function idsOf({ content }: Batch): string[] {
  return JSON.parse(content);
}

/**
 * Runs a change of many transactions: each batch in its own database transaction, so that other requests are served in
 * between. If this process ends early, another one resumes the change. Not inside a database transaction.
 * @throws DomainError SERVICE_UNAVAILABLE (503) while the person has too much unfinished work
 */
export async function run<Content extends object>(
  context: Runner,
  plan: Plan<Content>,
): Promise<WorkOutcome & { content: Content }> {
  const started = await start(context, plan);
  if (!('id' in started)) return started;
  const { id, content } = started;
  return { ...((await runSteps(context, id, () => plan.steps)) ?? NOTHING), content };
}

/** The outcome of a change of one batch, or the id of a longer one, which was recorded; and the result of `first`. */
export type Started<Content extends object = object> = (WorkOutcome | { id: string }) & { content: Content };

/** As `run`, but leaves a longer change to the caller, so it may be inside a database transaction. */
export function start<Content extends object>(
  context: Actor,
  plan: Plan<Content>,
): Promise<Started<Content>> {
  const { batches, steps } = plan;
  return inLedger(context, async (ledger, inside): Promise<Started<Content>> => {
    const { id: userId } = context.viewer;
    const isLong = batches.length > 1;
    if (isLong && (await findUnfinished(ledger.tx, userId)).length >= UNFINISHED_MOST) throw busy();
    const content = await plan.first(ledger, inside);
    let work: Work = {
      ...newWork(userId, plan.kind, context.now),
      content: JSON.stringify(content),
      deletion_id: plan.deletionId ?? null,
      ...extentOf(batches),
      started_at: context.now.toISOString(),
      touched_at: context.now.toISOString(),
    };
    if (isLong) {
      await insertWork(ledger.tx, work, batches);
      return { id: work.id, content };
    }
    while (work.finished_at === null)
      ({ work } = await step(ledger, inside, work, steps, batches[work.batches_done]));
    const { done, failed, moved, remaining } = work;
    return { done, failed, moved, remaining, content };
  });
}

export function newWork(user_id: string, kind: Work['kind'], now: Date, keptFor = KEPT_FOR): Work {
  return {
    user_id,
    id: newId(now),
    kind,
    content: '{}',
    deletion_id: null,
    ...extentOf([]),
    batches_done: 0,
    done: 0,
    failed: 0,
    moved: 0,
    started_at: null,
    touched_at: null,
    finished_at: null,
    expires_at: later(now, keptFor).toISOString(),
  };
}

function extentOf(batches: readonly Batch[]): Pick<Work, 'total' | 'remaining' | 'batches'> {
  const total = batches.reduce((sum, { count }) => sum + count, 0);
  return { total, remaining: total, batches: batches.length };
}

async function step(
  ledger: Ledger,
  inside: Actor,
  work: Work,
  steps: Steps<never>,
  batch: Batch | undefined,
  now = inside.now,
): Promise<{ work: Work; undo?: unknown }> {
  const direction = steps.isBackwards ? -1 : 1;
  const { undo, recorded, more, ...counts }: Done = batch
    ? await steps.batch(ledger, inside, JSON.parse(batch.content) as never, work)
    : ((await steps.last?.(ledger, inside, work)) ?? {});
  const after: Work = {
    ...withCounts(work, counts),
    remaining: work.remaining - direction * (batch?.count ?? 0),
    batches_done: work.batches_done + (batch ? direction : 0),
    touched_at: now.toISOString(),
  };
  const isFinished = batch ? !steps.last && batchAt(after, steps) === null : !more;
  const end = isFinished
    ? { finished_at: now.toISOString(), expires_at: later(now, KEPT_FOR).toISOString() }
    : {};
  return { work: { ...after, ...end, ...recorded }, undo };
}

/** Null after the last one. */
function batchAt(
  { batches, batches_done }: Work,
  { isBackwards }: Pick<Steps, 'isBackwards'>,
): number | null {
  const number = isBackwards ? batches_done - 1 : batches_done;
  return number < 0 || number >= batches ? null : number;
}

function withCounts(before: Work, { done = 0, failed = 0, moved = 0 }: Partial<Counts>): Work {
  return {
    ...before,
    done: before.done + done,
    failed: before.failed + failed,
    moved: before.moved + moved,
  };
}

/**
 * Runs recorded work until it is finished or the process stops. Several processes may do so at the same time: each
 * batch is done once. A batch that is refused later (because of a category deleted in between, for example) ends a bulk
 * change.
 * @param stepsOf the steps of the work, whose kind may change
 * @returns null when the process stops before it is finished
 * @throws DomainError when the very first batch is refused
 */
export async function runSteps(
  context: Runner,
  id: string,
  stepsOf: (work: Work) => Steps<never>,
  isStopping: () => boolean = () => false,
): Promise<WorkOutcome | null> {
  const startedAt = performance.now();
  for (;;) {
    const now = later(context.now, performance.now() - startedAt);
    let work: Work | undefined;
    try {
      work = await throttled(() => runStep(context, id, stepsOf, now));
    } catch (error) {
      work = await fail({ ...context, now }, id, stepsOf, error);
    }
    if (!isUnderWay(work)) return work ?? NOTHING;
    if (isStopping()) return null;
  }
}

function isUnderWay(work: Work | undefined): work is Work & { started_at: string } {
  return typeof work?.started_at === 'string' && work.finished_at === null;
}

/** Works even while the account is closed to everything else. */
function inLedgerOf<Result>(
  { db, viewer, now }: Actor,
  id: string,
  act: (ledger: Ledger, inside: Actor, work: Work | undefined) => Promise<Result>,
): Promise<Result> {
  return inLedger({ db, viewer, now, importId: id }, async (ledger, inside) =>
    act(ledger, inside, await findWork(ledger.tx, { user_id: viewer.id, id })),
  );
}

function runStep(context: Actor, id: string, stepsOf: (work: Work) => Steps<never>, now: Date) {
  return inLedgerOf(context, id, async (ledger, inside, work) => {
    if (!isUnderWay(work)) return work;
    const { tx } = ledger;
    const steps = stepsOf(work);
    const number = batchAt(work, steps);
    const batch = number === null ? undefined : await findBatch(tx, work, number);
    if (number !== null && !batch) throw new Error('Long work has lost a batch.');
    const atStart = { ...inside, now: new Date(work.started_at) };
    const { work: after, undo } = await step(ledger, atStart, work, steps, batch, now);
    if (batch && undo === undefined) await deleteBatch(tx, batch);
    else if (batch) await storeBatches(tx, [{ ...batch, content: JSON.stringify(undo) }]);
    await updateWork(tx, after);
    return after;
  });
}

/**
 * Continues with `fail` of the steps, or ends the work. @throws temporary failures, unknown errors, and what ends the
 * very first batch
 */
async function fail(
  context: Runner,
  id: string,
  stepsOf: (work: Work) => Steps<never>,
  error: unknown,
): Promise<Work | undefined> {
  const { db, viewer, now, log } = context;
  // The account may have been deleted.
  const failed = await findWork(db, { user_id: viewer.id, id });
  if (!isUnderWay(failed)) return failed;
  const isRefused = error instanceof DomainError;
  if (isUnavailable(error) || !(isRefused || stepsOf(failed).fail)) throw error;
  if (!isRefused) log.error({ err: error, user_id: viewer.id }, 'long work failed');
  const after = await inLedgerOf(context, id, async (ledger, _inside, work) => {
    if (!isUnderWay(work)) return work;
    const changes = await stepsOf(work).fail?.(ledger, work, error);
    if (!changes) return abandonWork(ledger.tx, work, now);
    const changed = { ...work, ...changes };
    await updateWork(ledger.tx, changed);
    return changed;
  });
  if (after && !stepsOf(after).fail && after.done + after.moved === 0) throw error;
  return after;
}

/** One of the viewer's bulk changes of the last day. @throws DomainError NOT_FOUND */
export async function readBulkChange({ db, viewer }: Actor, id: string): Promise<BulkChange> {
  const work = await findWork(db, { user_id: viewer.id, id });
  if (!work || !isBulkChange(work)) throw notFound();
  return work;
}

export type BulkChange = Work & { kind: BulkKind };

const BULK_KINDS = ['delete', 'update', 'restore', 'remove'] as const satisfies BulkKind[];

function isBulkChange(work: Work): work is BulkChange {
  return (BULK_KINDS as readonly string[]).includes(work.kind);
}

/**
 * Stops a change after its current batch; finished batches stay as they are.
 * @throws DomainError NOT_FOUND
 */
export async function stopBulkChange(context: Actor, id: string): Promise<void> {
  await inLedger(context, async ({ tx }, inside) => {
    const change = await readBulkChange(inside, id);
    if (isUnderWay(change)) await finish(tx, change, context.now);
  });
}

/** Ends work early; what was not done counts as failed. */
export function abandonWork(tx: Tx, work: Work, now: Date): Promise<Work> {
  return finish(tx, { ...work, failed: work.failed + work.remaining, remaining: 0 }, now);
}

async function finish(tx: Tx, work: Work, now: Date): Promise<Work> {
  const instant = now.toISOString();
  const ended = {
    ...work,
    touched_at: instant,
    finished_at: instant,
    expires_at: later(now, KEPT_FOR).toISOString(),
  };
  await updateWork(tx, ended);
  return ended;
}

/**
 * Deletes expired work and files, of all people or of one, a few batches at a time. What is left when the process stops
 * is deleted by the clean-up.
 */
export async function deleteExpiredWork(
  db: Db,
  now: Date,
  userId?: string,
  isStopping = () => false,
): Promise<void> {
  while (await throttled(() => deleteSomeExpired(db, now.toISOString(), userId))) if (isStopping()) return;
}

const oneAtATime = pLimit(1);

/**
 * Runs a batch of long work. In this process, one batch runs at a time, followed by a pause: statements of SQLite block the
 * thread that answers requests, and those of PostgreSQL use a processor that others wait for. Never call it inside a
 * database transaction: on SQLite, the batch before would wait for its end.
 */
export function throttled<Result>(batch: () => Promise<Result>): Promise<Result> {
  return oneAtATime(async () => {
    const started = turnOf();
    try {
      return await batch();
    } finally {
      await pauseAfter(workedSince(started));
    }
  });
}
