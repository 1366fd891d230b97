import { expect, test } from 'vitest';
import { localNow, plusDays, startOfMonth } from '../../../src/domain/calendar.ts';
import { alikeByName, findCleanUps } from '../../../src/domain/categories/clean-up.ts';
import { planMergeIntoOne } from '../../../src/domain/categories/merge.ts';
import { categoriesOfMonth, categoriesOverview } from '../../../src/domain/categories/overview.ts';
import { planRemoval } from '../../../src/domain/categories/remove.ts';
import { run } from '../../../src/domain/long-work/long-work.ts';
import { forEachApp } from '../../support/app.ts';
import {
  type Category,
  categoriesOf,
  contextOf,
  createMember,
  type Member,
  makeCategory,
  record,
} from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';

test.each([
  [['Coffee', 'coffees'], true],
  [['Car and fuel', 'FUEL and car'], true],
  [['מתנה', 'המתנה'], true],
  [['ספר', 'ספרים'], true],
  [['Bus', 'Bush'], false],
  [['Gas', 'Glass'], false],
  [['ילד', 'ילקוט'], false],
  [['!', '?'], false],
])('whether the names %j are similar: %s', (names, expected) => {
  const groups = alikeByName(names.map((name) => ({ name })));
  expect(groups).toEqual(expected ? [names.map((name) => ({ name }))] : []);
});

forEachApp((testApp, engine) => {
  const create = (as: Member, name: string, type: Category['type'] = 'expense') =>
    makeCategory(testApp, as, name, { type });

  const categoryNames = (categories: { name: string }[]) => categories.map(({ name }) => name);

  test('the overview sums up each category and shows its usage', async () => {
    const member = await createMember(testApp);
    const id = await create(member, 'Ägypten');
    await record(testApp, member, { category_id: id, amount: '10.50', date: '2025-01-31' });
    await record(testApp, member, { category_id: id, amount: '0.01', date: '2026-09-01' });
    const context = await contextOf(testApp, member);
    const [found, ...others] = await categoriesOverview(context, { search: 'ägyp' });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ name: 'Ägypten', count: 2, amount: 1051, last: '2025-01-31' });
    expect(found?.usage).toBe('underused');
    const all = categoryNames(await categoriesOverview(context));
    expect(all).toEqual([...all].sort(new Intl.Collator('en').compare));
    expect(all).toHaveLength(29);
  });

  test('the sums of a month count its days up to today, the largest first', async () => {
    const member = await createMember(testApp);
    const [less, more] = [await create(member, 'Less'), await create(member, 'More')];
    const context = await contextOf(testApp, member);
    const today = localNow(context.now, context.viewer.preferences.timezone).date;
    const from = startOfMonth(today);
    await record(testApp, member, { category_id: less, amount: '10', date: plusDays(from, -1) });
    await record(testApp, member, { category_id: less, amount: '3', date: from });
    await record(testApp, member, { category_id: less, amount: '5', date: plusDays(today, 1) });
    await record(testApp, member, { category_id: more, amount: '4.50', date: today });
    const found = await categoriesOfMonth(await contextOf(testApp, member));
    expect(found.from).toBe(from);
    expect(found.categories.slice(0, 3).map(({ name, month }) => [name, month])).toEqual([
      ['More', 450],
      ['Less', 300],
      [expect.any(String), 0],
    ]);
  });

  test('several are removed together, or none of them', async () => {
    const member = await createMember(testApp);
    const [one, two] = [await create(member, 'One'), await create(member, 'Two', 'income')];
    await record(testApp, member, { category_id: one });
    await record(testApp, member, { category_id: two, type: 'income' });
    const context = await contextOf(testApp, member);
    const missing = '0197a000-0000-7000-8000-000000000000';
    await expect(planRemoval(context, { ids: [one, missing, two] })).rejects.toMatchObject({ status: 404 });
    expect(await categoriesOf(testApp, member)).toHaveLength(30);
    const plan = await planRemoval(context, { ids: [one, two, one] });
    expect(await run(context, plan)).toMatchObject({ moved: 2 });
    expect(await categoriesOf(testApp, member)).toHaveLength(28);
    await expectStoredTotals(engine, member);
  });

  test('several are merged into one of themselves only', async () => {
    const member = await createMember(testApp);
    const [one, two] = [await create(member, 'Cafes'), await create(member, 'Cafe')];
    const context = await contextOf(testApp, member);
    await expect(
      planMergeIntoOne(context, { ids: [one, two], into: await create(member, 'Tea') }),
    ).rejects.toMatchObject({
      status: 400,
      extra: { fields: [{ field: 'moveTo', message: 'errors:mergeStays' }] },
    });
    expect((await planMergeIntoOne(context, { ids: [one, two], into: two })).kind).toBe('remove');
  });

  test('categories to clean up are found', async () => {
    const member = await createMember(testApp);
    const [cafes, cafe] = [await create(member, 'Cafes'), await create(member, 'Cafe')];
    await create(member, 'Cafe', 'income');
    const heating = await create(member, 'Stove');
    await record(testApp, member, { category_id: cafe });
    for (const date of ['01', '02', '03', '04', '05', '06'])
      await record(testApp, member, { category_id: heating, date: `2026-01-${date}` });
    const found = await findCleanUps(await contextOf(testApp, member));
    expect(found.alike.map((group) => group.map(({ row }) => row.id))).toEqual([[cafe, cafes]]);
    expect(categoryNames(found.seasonal)).toEqual(['Stove']);
    expect(categoryNames(found.underused)).toEqual(['Cafe']);
    expect(found.unused).toHaveLength(30);
  });
});
