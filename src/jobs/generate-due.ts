import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../app.ts';
import { type Lease, withLease } from '../db/lease.ts';
import { type BatchResult, generateBatch } from '../domain/recurring/generation/catch-up.ts';
import { type DuePosition, findDuePositions } from '../domain/recurring/generation/due-templates.queries.ts';

export const GENERATION = 'recurring';

const TEMPLATES_PER_READ = 1000;

/** People in one batch, who share one commit. */
const PEOPLE_PER_BATCH = 10;

/** Occurrences in one batch where the engine has one writer, because all other writes wait for it. */
const OCCURRENCES_WITH_ONE_WRITER = 50;

/** Occurrences in one batch where only writes of the same people wait. */
const OCCURRENCES_PER_BATCH = 200;

type Node = Pick<App, 'database' | 'clock' | 'log' | 'isStopping'>;

/**
 * Generates the due occurrences of all people, on one node at a time. If two runs overlap, or one is killed half-way,
 * no occurrence is generated twice or left out.
 * @returns the number of generated transactions, or null while another node does it
 */
export function generateDue(node: Node): Promise<number | null> {
  return withLease(node.database.db, GENERATION, node.clock, (lease) => generateInBatches(node, lease));
}

async function generateInBatches(node: Node, lease: Lease): Promise<number> {
  const run: Run = { node, lease, people: [], generated: 0 };
  let after: DuePosition = { due_at: '', user_id: '', id: '' };
  for (;;) {
    const now = node.clock().toISOString();
    const due = await findDuePositions(node.database.db, now, after, TEMPLATES_PER_READ);
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
  /** People of the current page who are still to be done; each is in one batch at a time. */
  people: string[];
  generated: number;
}

/** Stops early when the node stops or loses the lease. */
async function writeBatches(run: Run): Promise<void> {
  const { node, lease } = run;
  while (run.people.length > 0) {
    if (node.isStopping() || !(await lease.isHeld())) return;
    const started = performance.now();
    const batch = await generateFor(node, run.people.splice(0, PEOPLE_PER_BATCH));
    run.generated += batch.generated;
    run.people.unshift(...batch.remaining);
    // With one writer, waits as long as the batch took, which leaves half of the time to others.
    if (node.database.writers === 1) await wait(performance.now() - started);
  }
}

// An error in one person's templates does not stop the others; the next run tries them again.
async function generateFor(node: Node, userIds: string[]): Promise<BatchResult> {
  const { db, writers } = node.database;
  const most = writers === 1 ? OCCURRENCES_WITH_ONE_WRITER : OCCURRENCES_PER_BATCH;
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
