import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { App } from '../domain/context.ts';
import { makePiece } from '../domain/recurring/catch-up.ts';
import { type DuePlace, findDue } from '../domain/recurring/queries.ts';
import { holdLease, type Lease } from './lease/lease.ts';

export const RECURRING = 'recurring';

const LOOKED_AT_ONCE = 1000;

/** People whose transactions are made in one database transaction while nobody waits: each costs a write to the disk. */
const TOGETHER = 10;

/** Occurrences that are made at once while requests are under way. */
const FEW = 25;

/** How long the work stands aside between two pieces while requests are under way, in milliseconds. */
const PATIENCE = 20;

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
  let made = 0;
  let after: DuePlace = { due_at: '', user_id: '', id: '' };
  for (;;) {
    const due = await findDue(app.database.db, app.clock().toISOString(), after, LOOKED_AT_ONCE);
    const waiting = [...new Set(due.map(({ user_id }) => user_id))];
    while (waiting.length > 0) {
      if (app.isEnding() || !(await lease.isHeld())) return made;
      const piece = await makeSafely(app, waiting.splice(0, app.isServing() ? 1 : TOGETHER));
      made += piece.made;
      waiting.unshift(...piece.left);
      await letOthersGo(app);
    }
    const last = due.at(-1);
    if (!last) return made;
    after = last;
  }
}

// What goes wrong with one person's templates keeps nobody else's waiting; it is tried again at the next look.
async function makeSafely(app: Running, userIds: string[]): Promise<{ made: number; left: string[] }> {
  try {
    return await makePiece(app.database.db, userIds, app.clock(), app.isServing() ? FEW : undefined);
  } catch (error) {
    const [userId] = userIds;
    if (userIds.length > 1) return alone(app, userIds);
    app.log.error({ err: error, user_id: userId }, 'recurring transactions could not be made');
    return { made: 0, left: [] };
  }
}

async function alone(app: Running, userIds: string[]): Promise<{ made: number; left: string[] }> {
  const all = { made: 0, left: [] as string[] };
  for (const userId of userIds) {
    const { made, left } = await makeSafely(app, [userId]);
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
