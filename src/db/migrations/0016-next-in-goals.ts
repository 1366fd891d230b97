import type { Kysely } from 'kysely';

const COLUMN = 'aside_next';

/** When a goal's monthly amount is set aside; goals that have one begin with the next month. */
export async function addNextInGoals(
  db: Kysely<{ goals: { monthly: number | null; aside_next: string | null } }>,
): Promise<void> {
  await db.schema.alterTable('goals').addColumn(COLUMN, 'text').execute();
  const now = new Date();
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  await db
    .updateTable('goals')
    .set({ aside_next: next.toISOString().slice(0, 10) })
    .where('monthly', 'is not', null)
    .execute();
}
