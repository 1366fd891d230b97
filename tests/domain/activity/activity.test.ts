import { expect, test } from 'vitest';
import { createContext } from '../../../src/app.ts';
import { type ActivityFilter, listActivity, summariseActivity } from '../../../src/domain/activity/list.ts';
import { deleteOldActivity, recordActivity } from '../../../src/domain/activity/record.ts';
import { forEachApp, START } from '../../support/app.ts';

const someone = (id: string) => ({ id, email: `${id}@example.org`, first_name: 'Noa', last_name: id });

forEachApp((testApp, engine) => {
  const write = (instant: string, type: 'block' | 'sign_in', admin: string, target: string) =>
    recordActivity(
      { ...createContext(testApp.app), now: new Date(instant) },
      { type, actor: someone(admin), target: someone(target) },
    );

  test('a page of the log, and how many match, are right for every filter and however deep the page is', async () => {
    // Days of very different lengths, with entries at both ends of a day in UTC.
    const times = ['T00:00:00.000Z', 'T00:00:00.001Z', 'T11:30:00.000Z', 'T23:59:59.999Z'];
    for (let day = 1; day <= 9; day += 1) {
      for (let count = 0; count < (day * 7) % 10; count += 1) {
        const type = count % 3 === 0 ? 'sign_in' : 'block';
        await write(`2026-06-0${day}${times[count % 4]}`, type, `admin-${count % 2}`, `user-${day % 3}`);
      }
    }
    const all = (await engine.db.selectFrom('activity').selectAll().execute()).sort(
      (one, other) => other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id),
    );
    const filters: ActivityFilter[] = [
      {},
      { type: 'block' },
      { adminId: 'admin-1' },
      { adminId: 'admin-1', type: 'block' },
      { personId: 'user-2' },
      { from: '2026-06-03T00:00:00.000Z' },
      { to: '2026-06-05T00:00:00.000Z' },
      { from: '2026-06-02T11:30:00.000Z', to: '2026-06-08T11:30:00.000Z' },
      { from: '2026-06-02T11:30:00.000Z', to: '2026-06-08T11:30:00.000Z', type: 'sign_in' },
      { from: '2026-06-04T00:00:00.001Z', to: '2026-06-04T23:00:00.000Z' },
      { from: '2026-06-04T12:00:00.000Z', to: '2026-06-05T12:00:00.000Z', adminId: 'admin-0' },
      { from: '2026-06-09T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' },
    ];
    for (const filter of filters) {
      const expected = all.filter(
        (row) =>
          (!filter.type || row.action_type === filter.type) &&
          (!filter.adminId || row.admin_id === filter.adminId) &&
          (!filter.personId || row.target_id === filter.personId) &&
          (!filter.from || row.created_at >= filter.from) &&
          (!filter.to || row.created_at < filter.to),
      );
      for (let offset = 0; offset <= expected.length; offset += 3) {
        const page = { limit: 4, offset, deepFrom: 0 };
        const { entries, total } = await listActivity(createContext(testApp.app), filter, page);
        expect(total, JSON.stringify(filter)).toBe(expected.length);
        expect(entries, JSON.stringify(filter)).toEqual(expected.slice(offset, offset + 4));
      }
    }
  });

  test('the summary counts the last seven days by kind', async () => {
    await engine.db.deleteFrom('activity').execute();
    await engine.db.deleteFrom('activity_totals').execute();
    await write('2026-06-08T23:59:00.000Z', 'block', 'admin-0', 'user-1');
    await write('2026-06-09T00:00:00.000Z', 'block', 'admin-0', 'user-1');
    for (const day of ['10', '15'])
      await write(`2026-06-${day}T10:00:00.000Z`, 'sign_in', 'user-1', 'user-1');
    expect(await summariseActivity(createContext(testApp.app))).toEqual([
      { action_type: 'sign_in', count: 2 },
      { action_type: 'block', count: 1 },
    ]);
  });

  test('old days are deleted as a whole, from the log and from its totals', async () => {
    await engine.db.deleteFrom('activity').execute();
    await engine.db.deleteFrom('activity_totals').execute();
    await write('2025-06-14T23:59:59.999Z', 'block', 'admin-0', 'user-1');
    await write('2025-06-15T00:00:00.000Z', 'block', 'admin-0', 'user-1');
    await deleteOldActivity(engine.db, new Date(START), 365);
    const { entries, total } = await listActivity(createContext(testApp.app), {}, { limit: 9, offset: 0 });
    expect(total).toBe(1);
    expect(entries.map(({ created_at }) => created_at)).toEqual(['2025-06-15T00:00:00.000Z']);
  });
});
