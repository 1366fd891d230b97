import { expect, test } from 'vitest';
import { loadTransactions } from '../../../scripts/demo/load.ts';
import { createTestApp } from '../../support/app.ts';
import { forEachEngine } from '../../support/databases.ts';
import { createMember } from '../../support/members.ts';
import { expectedIndex, readIndex } from './written-index.ts';

// Two hundred of each word in a month, on every day of it.
const rows = Array.from({ length: 400 }, (_, place) => ({
  type: place % 9 === 0 ? ('income' as const) : ('expense' as const),
  amount: 100 + place,
  description: `everywhere ${place % 3 ? 'often' : 'seldom'} number${place}`,
  merchant_name: null,
  category: null,
  date: `2026-0${5 + (place % 2)}-${String(1 + (place % 31)).padStart(2, '0')}`.replace('06-31', '06-30'),
  time: `${10 + (place % 5)}:00`,
  timezone: 'Asia/Jerusalem',
  notes: null,
}));

forEachEngine((engine) => {
  const testApp = createTestApp(engine);

  test('whether few of a month go, most, or all: the index keeps exactly what stays', async () => {
    const member = await createMember(testApp);
    const somebody = await createMember(testApp);
    for (const { id } of [member, somebody])
      await loadTransactions(engine.db, id, rows, new Date('2026-06-15T09:00:00Z'));
    const kept = await engine.db
      .selectFrom('transactions')
      .select('id')
      .where('user_id', '=', member.id)
      .orderBy('amount')
      .execute();
    const ids = kept.map(({ id }) => id);
    const post = async (act: string, transactionIds: string[], more = {}) => {
      const reply = await testApp.call('POST', `/transactions/bulk-${act}`, {
        as: member,
        body: { transactionIds, ...more },
      });
      expect(reply.status, reply.text).toBe(200);
      expect(await readIndex(engine.db, member.id)).toEqual(await expectedIndex(engine.db, member.id));
    };
    await post('delete', ids.splice(0, 42));
    await post('update', ids.slice(0, 200), { changes: { date: '2026-05-17' } });
    await post('delete', ids.splice(0, 250));
    await post('update', ids, { changes: { date: '2026-06-02' } });
    await post('delete', ids);
    const { words, postings } = await readIndex(engine.db, somebody.id);
    expect(words.length).toBe(403);
    expect(postings.length).toBe(3 * rows.length);
  });
});
