import { expect, test } from 'vitest';
import { forEachEngine } from '../../support/databases.ts';
import { AHEAD, declareRent, PAST } from '../../support/rent.ts';
import type { Template } from '../../support/templates.ts';

forEachEngine((engine) => {
  const { rent, ask, datesMade } = declareRent(engine);
  const skip = (...dates: string[]) => ask('POST', `/templates/${rent.template.id}/skip`, { dates });
  const bringBack = (...dates: string[]) => ask('DELETE', `/templates/${rent.template.id}/skip`, { dates });
  const skipped = async () =>
    (await ask<{ template: Template }>('GET', `/templates/${rent.template.id}`)).template.skipped_dates;

  test('an unskipped date is generated again, and only that one', async () => {
    await skip('2026-05-31', '2026-06-30', '2026-07-31');
    expect(await bringBack('2026-07-31')).toEqual({ brought_back: ['2026-07-31'], generated_count: 1 });
    expect(await datesMade()).toEqual(['2026-03-31', '2026-04-30', '2026-07-31', '2026-08-31']);
    expect(await skipped()).toEqual(['2026-05-31', '2026-06-30']);
  });

  test('dates that are not skipped are ignored', async () => {
    expect(await bringBack('2026-07-31', '2026-07-30')).toEqual({ brought_back: [], generated_count: 0 });
    expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
  });

  test('a date that has left the schedule or lies far ahead is only unskipped', async () => {
    await skip('2026-07-31', '2027-01-31');
    await ask('PUT', `/templates/${rent.template.id}`, {
      interval_type: 'weekly',
      day_of_week: 1,
      scope: 'all',
    });
    expect(await bringBack('2026-07-31', '2027-01-31')).toMatchObject({ generated_count: 0 });
    await ask('PUT', `/templates/${rent.template.id}`, {
      interval_type: 'monthly',
      day_of_month: 31,
      scope: 'all',
    });
    expect(await skipped()).toEqual([]);
    expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
  });

  test('a paused template generates nothing until it is resumed', async () => {
    await skip('2026-07-31');
    await ask('POST', `/templates/${rent.template.id}/stop`);
    expect(await bringBack('2026-07-31')).toMatchObject({ generated_count: 0 });
    expect(await datesMade()).toEqual(PAST);
    await ask('POST', `/templates/${rent.template.id}/resume`);
    expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
  });

  test('restoring the skipped transaction afterwards makes no duplicate', async () => {
    const { undo_id } = await skip('2026-07-31');
    await bringBack('2026-07-31');
    await ask('POST', '/restore', { undo_id });
    expect(await datesMade()).toEqual([...PAST, ...AHEAD]);
  });
});
