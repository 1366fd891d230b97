import { expect } from 'vitest';
import type { PresentedTemplate as Template } from '../../src/domain/recurring/templates/read.ts';
import type { TestApp } from './app.ts';
import type { EngineUnderTest } from './databases.ts';
import type { Member } from './members.ts';

export type { Template };

/** By default an expense of 10.00. */
export async function makeTemplate(
  testApp: Pick<TestApp, 'call'>,
  as: Member,
  changes: Record<string, unknown> = {},
): Promise<{ template: Template; generated_count: number }> {
  const body = { name: 'Rent', amount: 10, type: 'expense', ...changes };
  const reply = await testApp.call<{ template: Template; generated_count: number }>(
    'POST',
    '/transactions/templates',
    { as, body },
  );
  expect(reply.status, reply.text).toBe(201);
  return reply.data;
}

/** In order; of one template or of any. */
export async function datesOf(
  { db }: EngineUnderTest,
  { id }: Member,
  templateId?: string,
): Promise<string[]> {
  let query = db.selectFrom('transactions').select('date').where('user_id', '=', id);
  if (templateId !== undefined) query = query.where('template_id', '=', templateId);
  return (await query.orderBy('date').execute()).map(({ date }) => date);
}

/** By date. */
export async function occurrencesOf({ db }: EngineUnderTest, { id }: Member, templateId: string) {
  return db
    .selectFrom('transactions')
    .select(['id', 'date', 'amount', 'occurrence_date', 'is_detached', 'account_id', 'notes'])
    .where('user_id', '=', id)
    .where('template_id', '=', templateId)
    .orderBy('date')
    .execute();
}
