import { expect, test } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { translator } from '../../src/i18n/translate.ts';
import { errorsAtFields, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { TODAY } from '../support/today.ts';
import { record, transactionsOf } from '../support/transactions.ts';

const t = translator('en');
const preferences = { date_format: 'DD/MM/YYYY' as const };
const { date: written } = formatter('ILS', { ...DEFAULT_PREFERENCES, ...preferences });
const create = () => createNewcomer({ language_preference: 'en', preferences });

test('a form shows a date as its person writes it, and takes it so, by a word or as a calendar does', async () => {
  const { person, browser } = await create();
  const page = await browser.open('/transactions/new');
  const form = page.form('amount');
  expect(form.fields.date).toBe(written(TODAY));
  const yesterday = plusDays(TODAY, -1);
  for (const date of [written(yesterday), 'yesterday', yesterday]) {
    const fresh = (await browser.open('/transactions/new')).form('amount');
    await browser.submit(page, fresh, { amount: '5', description: 'Tea', date });
  }
  expect((await transactionsOf(person)).map(({ date }) => date)).toEqual(Array(3).fill(yesterday));
  const refused = await browser.submit(page, form, { amount: '5', description: 'Tea', date: '31/02/2026' });
  expect(refused.status).toBe(400);
  expect(errorsAtFields(refused.html)).toEqual({ date: t('errors:dateInvalid', { example: '31/03/2026' }) });
  expect(refused.form('amount').fields.date).toBe('31/02/2026');
});

test.each(['nonsense', '31/02', '5/11', '5/11/84', 'yesterday'])(
  'a birthday of "%s" is refused: it needs its year',
  async (birthday) => {
    const { browser } = await create();
    const page = await browser.open('/profile');
    const refused = await browser.submit(page, page.form('birthday'), { birthday });
    expect(refused.status).toBe(400);
    expect(errorsAtFields(refused.html)).toEqual({
      birthday: t('errors:dateInvalid', { example: '31/03/2026' }),
    });
    expect(refused.form('birthday').fields.birthday).toBe(birthday);
  },
);

test('the dates of an address mean the same whatever format is chosen later', async () => {
  const { person, browser } = await create();
  await record(person, [{ amount: 1, description: 'Tea' }]);
  const page = await browser.open('/transactions?dateFrom=05/01/2026&dateTo=yesterday');
  expect(page.address).toBe(`/transactions?dateFrom=2026-01-05&dateTo=${plusDays(TODAY, -1)}`);
  expect(page.form('dateFrom').fields.dateFrom).toBe('05/01/2026');
  const never = await browser.open('/transactions?dateFrom=never');
  expect(textOf(never.html)).toContain(t('errors:dateInvalid', { example: '31/03/2026' }));
  expect(never.form('dateFrom').fields.dateFrom).toBe('never');
});

test.each([
  ['/transactions/new', 1],
  ['/recurring/new', 2],
  ['/transactions', 2],
  ['/transactions/opening-balance', 1],
  ['/profile', 1],
  ['/analytics/cash-flow', 3],
  ['/accounts/new', 1],
  ['/goals/new', 1],
] as const)('each date field of %s says how its person writes one', async (path, count) => {
  const { person, browser } = await create();
  await record(person, [{ amount: 1, description: 'Tea' }]);
  const { html } = await browser.open(path);
  expect(html).not.toContain('type="date"');
  expect(html.match(/\(DD\/MM\/YYYY\)/g)).toHaveLength(count);
});

test('a form shows a time by its person’s clock, and takes it by any', async () => {
  const { person, browser } = await createNewcomer({
    language_preference: 'en',
    preferences: { time_format: '12h' },
  });
  const page = await browser.open('/transactions/new');
  const form = page.form('amount');
  expect(page.html).not.toContain('type="time"');
  expect(form.fields.time).toMatch(/^\d{1,2}:\d\d [AP]M$/);
  for (const time of ['9:30 pm', '21:30', '2130']) {
    const fresh = (await browser.open('/transactions/new')).form('amount');
    await browser.submit(page, fresh, { amount: '5', description: 'Tea', time });
  }
  expect((await transactionsOf(person)).map(({ time }) => time)).toEqual(Array(3).fill('21:30'));
  const refused = await browser.submit(page, form, { amount: '5', description: 'Tea', time: 'later' });
  expect(errorsAtFields(refused.html)).toEqual({ time: t('errors:timeInvalid') });
  expect(refused.form('amount').fields.time).toBe('later');
  const quiet = await browser.open('/profile/reminders');
  const saved = await browser.submit(quiet, quiet.form('quiet_from'), { quiet_from: '10 pm' });
  expect(saved.form('quiet_from').fields).toMatchObject({ quiet_from: '10:00 PM', quiet_to: '8:00 AM' });
});
