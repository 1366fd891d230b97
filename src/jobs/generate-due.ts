import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../app.ts';
import { type BatchResult, generateBatch } from '../domain/recurring/generation/catch-up.ts';
import { type DuePosition, findDuePositions } from '../domain/recurring/generation/due-templates.queries.ts';
import { holdLease, type Lease } from './lease.ts';

export const GENERATION = 'recurring';

const TEMPLATES_READ_AT_ONCE = 1000;

/** People in one batch: they share one commit. */
const PEOPLE_AT_ONCE = 10;

/** Occurrences in one batch: other writers of SQLite wait for them. */
const OCCURRENCES_AT_ONCE = 50;

type Node = Pick<App, 'database' | 'clock' | 'log' | 'isStopping'>;

/**
 * Generates the due occurrences of all people. One node at a time does it; if two ever overlap, or one is killed
 * half-way, none is generated twice and none is left out.
 * @returns the number of generated transactions, or null while another node does it
 */
export async function generateDue(node: Node): Promise<number | null> {
  const lease = await holdLease(node, GENERATION);
  if (!lease) return null;
  try {
    return await generateInBatches(node, lease);
  } finally {
    await lease.release();
  }
}

async function generateInBatches(node: Node, lease: Lease): Promise<number> {
  let generated = 0;
  let after: DuePosition = { due_at: '', user_id: '', id: '' };
  for (;;) {
    const now = node.clock().toISOString();
    const due = await findDuePositions(node.database.db, now, after, TEMPLATES_READ_AT_ONCE);
    const last = due.at(-1);
    if (!last) return generated;
    const people = [...new Set(due.map(({ user_id }) => user_id))];
    while (people.length > 0) {
      if (node.isStopping() || !(await lease.isHeld())) return generated;
      const started = performance.now();
      const batch = await generateFor(node, people.splice(0, PEOPLE_AT_ONCE));
      generated += batch.generated;
      people.unshift(...batch.remaining);
      // As long as the batch took, so that other writers get half of the time.
      await wait(performance.now() - started);
    }
    after = last;
  }
}

// An error in one person's templates does not stop the others; they are tried again at the next run.
async function generateFor(node: Node, userIds: string[]): Promise<BatchResult> {
  try {
    return await generateBatch(node.database.db, userIds, node.clock(), OCCURRENCES_AT_ONCE);
  } catch (error) {
    if (userIds.length > 1) return generateOneByOne(node, userIds);
    node.log.error({ err: error, user_id: userIds[0] }, 'recurring transactions could not be made');
    return { generated: 0, remaining: [] };
  }
}

async function generateOneByOne(node: Node, userIds: string[]): Promise<BatchResult> {
  const all: BatchResult = { generated: 0, remaining: [] };
  for (const userId of userIds) {
    const { generated, remaining } = await generateFor(node, [userId]);
    all.generated += generated;
    all.remaining.push(...remaining);
  }
  return all;
}
