import { expect, test } from 'vitest';
import { forEachApp } from '../../support/app.ts';
import { categoriesOf, createMember, makeCategory } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';

forEachApp((testApp, engine) => {
  test('a transaction recorded while its category is removed is neither lost nor counted twice', async () => {
    for (const isDefault of [false, true]) {
      const member = await createMember(testApp);
      const [other, standard] = await categoriesOf(testApp, member);
      const goes = isDefault ? (standard?.id ?? '') : await makeCategory(testApp, member, 'Own');
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          index === 6
            ? testApp.call('DELETE', `/categories/${goes}?moveTo=${other?.id}`, { as: member })
            : testApp.call('POST', '/transactions/expense', {
                as: member,
                body: { amount: index + 1, categoryId: goes, date: '2026-06-10' },
              }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses[6]).toBe(200);
      for (const status of statuses) expect([200, 201, 404]).toContain(status);
      await expectStoredTotals(engine, member);
    }
  });
});
