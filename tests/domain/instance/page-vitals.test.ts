import { beforeEach, expect, test } from 'vitest';
import { countVitals, readPageVitals } from '../../../src/domain/instance/page-vitals.ts';
import type { Vital } from '../../../src/domain/instance/schema.ts';
import { forEachEngine } from '../../support/databases.ts';

const NOW = new Date('2026-07-15T10:00:00Z');
const DAY = 86_400_000;
const later = (days: number) => new Date(NOW.getTime() + days * DAY);

forEachEngine((engine) => {
  beforeEach(async () => {
    await engine.db.deleteFrom('vital_counts').execute();
  });

  const count = (name: Vital['name'], values: number[], path = '/', now = NOW) =>
    countVitals(
      engine.db,
      now,
      values.map((value) => ({ name, value, path })),
    );
  const read = async (now = NOW) =>
    new Map((await readPageVitals(engine.db, now)).map(({ page, metrics }) => [page, metrics]));

  test('of a hundred views, the figure is what 75 of them did not exceed, to 5 %', async () => {
    await count(
      'LCP',
      Array.from({ length: 100 }, (_, index) => (index + 1) * 40),
    );
    const [metric] = (await read()).get('home') ?? [];
    expect(metric).toMatchObject({ name: 'LCP', views: 100, rating: 'needs_improvement' });
    expect(Math.abs((metric?.p75 ?? 0) / 3000 - 1)).toBeLessThan(0.05);
  });

  test('the size is judged by the bounds of its own figure', async () => {
    for (const name of ['LCP', 'INP', 'FCP', 'TTFB'] as const) await count(name, [100]);
    await count('CLS', [0]);
    expect((await read()).get('home')?.map(({ rating }) => rating)).toEqual(Array(5).fill('good'));
    await count('CLS', [0.4, 0.4, 0.4], '/analytics');
    await count('INP', [5000], '/analytics');
    expect((await read()).get('analytics')).toMatchObject([
      { name: 'INP', rating: 'poor' },
      { name: 'CLS', rating: 'poor', views: 3 },
    ]);
  });

  test('pages are counted by their kind, without what is behind it', async () => {
    await count('TTFB', [50], '/transactions/0197a000-0000-7000-8000-000000000000/edit?search=secret');
    await count('TTFB', [50], '/preferences');
    await count('TTFB', [50], '/nobody-knows');
    await count('TTFB', [50], 'constructor');
    await count('TTFB', [50], '/__proto__/x');
    expect([...(await read())].map(([page, [metric]]) => [page, metric?.views])).toEqual([
      ['home', 1],
      ['transactions', 1],
      ['profile', 1],
      ['other', 2],
    ]);
    const rows = await engine.db.selectFrom('vital_counts').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/secret|0197|nobody/);
  });

  test('a thousand views of a day take a row for each size, and thirty days are read', async () => {
    for (let turn = 0; turn < 50; turn += 1) await count('FCP', Array(20).fill(700));
    expect(await engine.db.selectFrom('vital_counts').selectAll().execute()).toMatchObject([
      { date: '2026-07-15', page: 'home', name: 'FCP', count: 1000 },
    ]);
    expect((await read(later(29))).get('home')).toMatchObject([{ views: 1000 }]);
    expect((await read(later(30))).size).toBe(0);
  });
});
