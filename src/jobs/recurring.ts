import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../db/open.ts';
import type { App } from '../domain/context.ts';
import { makePiece, type Piece } from '../domain/recurring/catch-up.ts';
import { type DuePlace, findDue } from '../domain/recurring/queries.ts';
import { holdLease, type Lease } from './lease/lease.ts';

export const RECURRING = 'recurring';

const LOOKED_AT_ONCE = 1000;

/** How much is made at a time: pieces side by side, people in each, and occurrences of each piece at most. */
interface Pace {
  pieces: number;
  people: number;
  most?: number;
}

/** While nobody waits: each piece costs a write to the disk, and PostgreSQL works on each in a process of its own. */
const FULL: Record<Engine, Pace> = { sqlite: { pieces: 1, people: 10 }, postgres: { pieces: 3, people: 10 } };

/** Between requests that come one after another: none of them meets much that has begun. */
const GENTLE: Pace = { pieces: 1, people: 4 };

/** While a request is under way. */
const LEAST: Pace = { pieces: 1, people: 1, most: 25 };

/** After a request the next one is expected for so long, in milliseconds. */
const EXPECTED = 2000;

/** How long the work stands aside between two pieces while requests are under way, in milliseconds. */
const PATIENCE = 20;

const NOTHING: Piece = { made: 0, left: [] };

type Running = Pick<App, 'database' | 'clock' | 'log' | 'isEnding' | 'isServing'>;

/**
 * Makes for everybody what their templates have to make by now. One node at a time does it; should two ever overlap,
 * or one be killed half-way, nothing is made twice and nothing is left out.
 * @returns how many transactions came in, or null while another node is at it
 */
export async function generateDue(app: Running): Promise<number | null> {
  const lease = await holdLease(app, RECURRING);
  if (!lease) return null;
  try {
    return await sweep(app, lease);
  } finally {
    await lease.release();
  }
}

async function sweep(app: Running, lease: Lease): Promise<number> {
  const pace = watchRequests(app);
  let made = 0;
  let after: DuePlace = { due_at: '', user_id: '', id: '' };
  for (;;) {
    const due = await findDue(app.database.db, app.clock().toISOString(), after, LOOKED_AT_ONCE);
    const waiting = [...new Set(due.map(({ user_id }) => user_id))];
    while (waiting.length > 0) {
      if (app.isEnding() || !(await lease.isHeld())) return made;
      const { pieces, people, most } = pace();
      // Nobody is in two pieces: they never wait for one another.
      const taken = Array.from({ length: pieces }, () => waiting.splice(0, people));
      for (const piece of await Promise.all(taken.map((userIds) => makeSafely(app, userIds, most)))) {
        made += piece.made;
        waiting.unshift(...piece.left);
      }
      await letOthersGo(app);
    }
    const last = due.at(-1);
    if (!last) return made;
    after = last;
  }
}

/** The pace that suits the requests which are under way or were lately. */
function watchRequests({ database, isServing }: Running): () => Pace {
  // Whoever asked before the work began may well ask again.
  let served = performance.now();
  return () => {
    if (isServing()) {
      served = performance.now();
      return LEAST;
    }
    return performance.now() - served < EXPECTED ? GENTLE : FULL[database.engine];
  };
}

// What goes wrong with one person's templates keeps nobody else's waiting; it is tried again at the next look.
async function makeSafely(app: Running, userIds: string[], most?: number): Promise<Piece> {
  if (userIds.length === 0) return NOTHING;
  try {
    return await makePiece(app.database.db, userIds, app.clock(), most);
  } catch (error) {
    const [userId] = userIds;
    if (userIds.length > 1) return alone(app, userIds, most);
    app.log.error({ err: error, user_id: userId }, 'recurring transactions could not be made');
    return NOTHING;
  }
}

async function alone(app: Running, userIds: string[], most?: number): Promise<Piece> {
  const all: Piece = { made: 0, left: [] };
  for (const userId of userIds) {
    const { made, left } = await makeSafely(app, [userId], most);
    all.made += made;
    all.left.push(...left);
  }
  return all;
}

// Somebody who waits for a page comes first; but where there always is somebody, the work goes on all the same.
async function letOthersGo({ isServing }: Running): Promise<void> {
  await nextTurn();
  for (let waited = 0; isServing() && waited < PATIENCE; waited += 1) await wait(1);
}
