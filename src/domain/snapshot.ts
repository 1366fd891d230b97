import { LRUCache } from 'lru-cache';
import type { Db } from '../db/open.ts';
import { inSnapshot } from '../db/transact.ts';
import { limitConcurrency } from './concurrency-limit.ts';
import type { Reading } from './context.ts';
import { DomainError } from './error.ts';

/** Reads all parts of an answer from one state of the database, so that they agree while others write. */
export function fromSnapshot<Context extends { db: Db }, Result>(
  context: Context,
  work: (inside: Context) => Promise<Result>,
): Promise<Result> {
  return inSnapshot(context.db, (tx) => work({ ...context, db: tx }));
}

/** Long reads of a person that may wait: a quarter of the requests allowed in a minute. */
export const QUEUED = 300;

const limitPerPerson = () =>
  new LRUCache<string, ReturnType<typeof limitConcurrency>>({
    max: 1000,
    memoMethod: () => limitConcurrency({ concurrency: 1, queued: QUEUED, retryAfter: 5 }),
  });

const readsOf = limitPerPerson();
const scansOf = limitPerPerson();

/**
 * As `fromSnapshot`, for reads of many rows: other answers do not wait for them. Each person has one at a time, so that
 * there are connections left for others. Joins an open transaction.
 * @throws DomainError SERVICE_UNAVAILABLE (503) when too many of the viewer wait
 */
export async function readMany<Result>(
  context: Reading,
  work: (inside: Reading) => Promise<Result>,
): Promise<Result> {
  if (context.db.isTransaction) return work(context);
  return readsOf.memo(context.viewer.id)(() => besideOthers(context, work));
}

/** Simultaneous scans of all people; on PostgreSQL they use less than half of a node's connections. */
const inTurn = limitConcurrency({ concurrency: 4, queued: Infinity, retryAfter: 5 });

/**
 * As `readMany`, for reads of every transaction of the viewer; the shorter reads do not wait for these. Not run if the
 * client has disconnected while waiting.
 * @throws DomainError SERVICE_UNAVAILABLE (503) when too many of the viewer wait, or when the client has disconnected
 */
export async function scan<Result>(
  context: Reading,
  work: (inside: Reading) => Promise<Result>,
): Promise<Result> {
  if (context.db.isTransaction) return work(context);
  const run = async () => {
    if (context.isAbandoned()) throw new DomainError('SERVICE_UNAVAILABLE', 503);
    return besideOthers(context, work);
  };
  return scansOf.memo(context.viewer.id)(() => inTurn(run));
}

function besideOthers<Result>(context: Reading, work: (inside: Reading) => Promise<Result>): Promise<Result> {
  return fromSnapshot({ ...context, db: context.scanDb }, work);
}
