import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../app.ts';
import { holdLease, type Lease } from '../db/lease.ts';
import { type BatchResult, generateBatch } from '../domain/recurring/generation/catch-up.ts';
import { type DuePosition, findDuePositions } from '../domain/recurring/generation/due-templates.queries.ts';

export const GENERATION = 'recurring';

const TEMPLATES_READ_AT_ONCE = 1000;

/** People in one batch: they share one commit. */
const PEOPLE_AT_ONCE = 10;

/** Occurrences in one batch: where one writes at a time, everybody's writes wait for them. */
const OCCURRENCES_AT_ONCE = 50;

/** The same where only writes of the people in the batch wait. */
const OCCURRENCES_BESIDE_OTHERS = 200;

type Node = Pick<App, 'database' | 'clock' | 'log' | 'isStopping'>;

/**
 * Generates the due occurrences of all people. One node at a time does it; if two ever overlap, or one is killed
 * half-way, none is generated twice and none is left out.
 * @returns the number of generated transactions, or null while another node does it
 */
export async function generateDue(node: Node): Promise<number | null> {
  const lease = await holdLease(node.database.db, GENERATION, node.clock);
  if (!lease) return null;
  try {
    return await generateInBatches(node, lease);
  } finally {
    await lease.release();
  }
}

async function generateInBatches(node: Node, lease: Lease): Promise<number> {
  const run: Run = { node, lease, people: [], generated: 0 };
  let after: DuePosition = { due_at: '', user_id: '', id: '' };
  for (;;) {
    const now = node.clock().toISOString();
    const due = await findDuePositions(node.database.db, now, after, TEMPLATES_READ_AT_ONCE);
    const last = due.at(-1);
    if (!last) return run.generated;
    run.people = [...new Set(due.map(({ user_id }) => user_id))];
    await Promise.all(Array.from({ length: node.database.writers }, () => writeBatches(run)));
    if (run.people.length > 0) return run.generated;
    after = last;
  }
}

interface Run {
  node: Node;
  lease: Lease;
  /** Those of the page of due templates that are still to be done; each is in one batch at a time. */
  people: string[];
  generated: number;
}

/** Writes batches until nobody remains, or until the node stops or loses the lease. */
async function writeBatches(run: Run): Promise<void> {
  const { node, lease } = run;
  while (run.people.length > 0) {
    if (node.isStopping() || !(await lease.isHeld())) return;
    const started = performance.now();
    const batch = await generateFor(node, run.people.splice(0, PEOPLE_AT_ONCE));
    run.generated += batch.generated;
    run.people.unshift(...batch.remaining);
    // As long as the batch took: where one writes at a time, others get half of the time.
    if (node.database.writers === 1) await wait(performance.now() - started);
  }
}

// An error in one person's templates does not stop the others; they are tried again at the next run.
async function generateFor(node: Node, userIds: string[]): Promise<BatchResult> {
  const { db, writers } = node.database;
  const most = writers === 1 ? OCCURRENCES_AT_ONCE : OCCURRENCES_BESIDE_OTHERS;
  try {
    return await generateBatch(db, userIds, node.clock(), most);
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
