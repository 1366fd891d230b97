import { expect, test } from 'vitest';
import { forEachApp } from '../../support/app.ts';
import { createMember } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';
import { datesOf, makeTemplate } from '../../support/templates.ts';

forEachApp((testApp, engine) => {
  // It is 2026-06-15: occurrences are generated up to 2026-09-13.

  test('a template generates its transactions from its first day up to ninety days ahead', async () => {
    const member = await createMember(testApp);
    const { template, generated_count } = await makeTemplate(testApp, member, { start_date: '2026-03-31' });
    expect(await datesOf(engine, member)).toEqual([
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
    ]);
    expect(generated_count).toBe(6);
    expect(template).toMatchObject({ next_date: '2026-06-30', occurrences_count: 6, is_active: true });
    await expectStoredTotals(engine, member);
  });

  test('today is the local date in the time zone of the template', async () => {
    testApp.setClock('2026-06-15T10:30:00.000Z');
    const member = await createMember(testApp);
    const daily = { interval_type: 'daily', end_type: 'occurrences', max_occurrences: 1 };
    const east = await makeTemplate(testApp, member, { ...daily, timezone: 'Pacific/Kiritimati' });
    const west = await makeTemplate(testApp, member, { ...daily, timezone: 'Pacific/Pago_Pago' });
    expect([east.template.start_date, west.template.start_date]).toEqual(['2026-06-16', '2026-06-14']);
    testApp.setClock('2026-06-15T09:00:00.000Z');
  });
});
