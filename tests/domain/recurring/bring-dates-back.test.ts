import { beforeEach, expect, test } from 'vitest';
import { createTestApp } from '../../support/app.ts';
import { forEachEngine } from '../../support/databases.ts';
import { expectKeptTotals } from '../../support/kept-totals.ts';
import { createMember, type Member } from '../../support/members.ts';
import { datesOf, makeTemplate, type Template } from '../../support/templates.ts';

const PAST = ['2026-03-31', '2026-04-30', '2026-05-31'];
const AHEAD = ['2026-06-30', '2026-07-31', '2026-08-31'];

forEachEngine((engine) => {
  const testApp = createTestApp(engine);
  let member: Member;
  let template: Template;

  beforeEach(async () => {
    member = await createMember(testApp);
    template = (await makeTemplate(testApp, member, { start_date: '2026-03-31' })).template;
    return () => expectKeptTotals(engine, member);
  });

  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await testApp.call(method, `/transactions${path}`, { as: member, body });
    expect(reply.status, reply.text).toBe(200);
    return reply.data;
  };
  const skip = (...dates: string[]) => ask('POST', `/templates/${template.id}/skip`, { dates });
  const bringBack = (...dates: string[]) => ask('DELETE', `/templates/${template.id}/skip`, { dates });
  const skipped = async () =>
    ((await ask('GET', `/templates/${template.id}`)).template as Template).skipped_dates;

  test('a date that comes back is made again, and only that one', async () => {
    await skip('2026-05-31', '2026-06-30', '2026-07-31');
    expect(await bringBack('2026-07-31')).toEqual({ brought_back: ['2026-07-31'], generated_count: 1 });
    expect(await datesOf(engine, member)).toEqual(['2026-03-31', '2026-04-30', '2026-07-31', '2026-08-31']);
    expect(await skipped()).toEqual(['2026-05-31', '2026-06-30']);
  });

  test('dates that were not skipped are passed over', async () => {
    expect(await bringBack('2026-07-31', '2026-07-30')).toEqual({ brought_back: [], generated_count: 0 });
    expect(await datesOf(engine, member)).toEqual([...PAST, ...AHEAD]);
  });

  test('a date that the series does not fall on, or that is far ahead, only counts as skipped no longer', async () => {
    await skip('2026-07-30', '2027-01-31');
    expect(await bringBack('2026-07-30', '2027-01-31')).toMatchObject({ generated_count: 0 });
    expect(await skipped()).toEqual([]);
    expect(await datesOf(engine, member)).toEqual([...PAST, ...AHEAD]);
  });

  test('a stopped series makes nothing until it goes on', async () => {
    await skip('2026-07-31');
    await ask('POST', `/templates/${template.id}/stop`);
    expect(await bringBack('2026-07-31')).toMatchObject({ generated_count: 0 });
    expect(await datesOf(engine, member)).toEqual(PAST);
    await ask('POST', `/templates/${template.id}/resume`);
    expect(await datesOf(engine, member)).toEqual([...PAST, ...AHEAD]);
  });

  test('undoing the skip after that makes nothing twice', async () => {
    const { undo_id } = await skip('2026-07-31');
    await bringBack('2026-07-31');
    await ask('POST', '/restore', { undo_id });
    expect(await datesOf(engine, member)).toEqual([...PAST, ...AHEAD]);
  });
});
