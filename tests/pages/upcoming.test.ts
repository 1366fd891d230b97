import { expect, test } from 'vitest';
import { endOfMonth, plusDays } from '../../src/domain/calendar.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { TODAY } from '../support/today.ts';
import { record, repeat } from '../support/transactions.ts';

const UPCOMING = '/transactions?status=upcoming';

async function begin(language: string) {
  const { person, browser } = await createNewcomer({ language_preference: language });
  return { person, browser, today: TODAY };
}

const skipsIn = (html: string) =>
  [...html.matchAll(/<button[^>]* name="skip:([^"]+)"/g)].map(([, id = '']) => id);

test.each(LOCALES)(
  'the upcoming transactions show the projected balance and its lowest point, in %s',
  async (language) => {
    const t = translator(language);
    const { person, browser, today } = await begin(language);
    await record(person, [
      { amount: 100, type: 'income', description: 'Gift', date: today },
      { amount: 350.5, description: 'Insurance', date: plusDays(today, 60) },
      { amount: 1000, type: 'income', description: 'Bonus', date: plusDays(today, 89) },
      { amount: 7, description: 'Too far', date: plusDays(today, 91) },
    ]);
    for (const path of ['/', UPCOMING]) {
      const text = textOf((await browser.open(path)).html);
      for (const words of ['inNinetyDays', 'assumption', 'lowest'] as const)
        expect(text).toContain(t(`recurring:upcoming.${words}`));
      const end = endOfMonth(today);
      const first = path === '/' || end === today ? plusDays(today, 14) : end;
      // The sixtieth day is never in this month.
      expect(text).toMatch(/₪100\.00.+₪100\.00.+₪749\.50.+−₪250\.50/);
      expect(text).toContain(shown(first));
      expect(text).toContain(shown(plusDays(today, 90)));
    }
    expect(textOf((await browser.open('/transactions')).html)).not.toContain(
      t('recurring:upcoming.assumption'),
    );
  },
);

test('nobody is warned of a balance below zero before it is known what they have', async () => {
  const t = translator('en');
  const { person, browser, today } = await begin('en');
  await record(person, [{ amount: 350.5, description: 'Insurance', date: plusDays(today, 60) }]);
  const warning = t('recurring:upcoming.lowest');
  for (const path of ['/', UPCOMING]) {
    const text = textOf((await browser.open(path)).html);
    expect(text).toContain(t('recurring:upcoming.assumption'));
    expect(text).not.toContain(warning);
  }
  const form = await browser.open('/transactions/opening-balance');
  await browser.submit(form, form.form('amount'), { amount: '200' });
  for (const path of ['/', UPCOMING]) expect(textOf((await browser.open(path)).html)).toContain(warning);
});

function shown(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

test('nothing is projected without upcoming transactions', async () => {
  const { person, browser } = await begin('en');
  await record(person, [{ amount: 5, description: 'Tea' }]);
  for (const path of ['/', UPCOMING]) {
    const { html } = await browser.open(path);
    expect(textOf(html)).not.toContain(translator('en')('recurring:upcoming.assumption'));
  }
});

test('an upcoming occurrence is skipped from the list, once, and unskipped', async () => {
  const t = translator('en');
  const { person, browser, today } = await begin('en');
  await record(person, [{ amount: 9, description: 'Once', date: plusDays(today, 3) }]);
  const template = await repeat(person, { name: 'Paper', amount: 4, interval_type: 'weekly' });
  const page = await browser.open(UPCOMING);
  const skips = skipsIn(page.html);
  expect(skips).toHaveLength(12);
  expect(page.html).toContain(`href="/recurring/${template}"`);
  const form = page.form(`skip:${skips[0]}`);
  const pressed = { [`skip:${skips[0]}`]: '' };
  const skipped = await browser.submit(page, form, pressed);
  expect(skipped.address).toBe(UPCOMING);
  const [said = ''] = t('recurring:upcoming.skipped', { name: 'Paper', date: '|' }).split('|');
  expect(textOf(skipped.html)).toContain(said);
  expect(skipsIn(skipped.html)).toEqual(skips.slice(1));
  const again = await browser.submit(page, form, pressed);
  expect(textOf(again.html)).toContain(t('recurring:upcoming.skipGone'));
  const restored = await browser.submit(skipped, skipped.form('undo_id'));
  expect(restored.address).toBe(UPCOMING);
  expect(skipsIn(restored.html)).toEqual(skips);
});

test('only the owner can skip an occurrence, and only an upcoming one', async () => {
  const { person, browser, today } = await begin('en');
  await repeat(person, { name: 'Paper', amount: 4, interval_type: 'daily' });
  const [first = ''] = skipsIn((await browser.open(UPCOMING)).html);
  const stranger = await begin('en');
  await record(stranger.person, [{ amount: 1, description: 'Own', date: plusDays(today, 1) }]);
  const [past, once] = await record(person, [
    { amount: 1, description: 'Past', date: today },
    { amount: 1, description: 'Once', date: plusDays(today, 1) },
  ]);
  for (const [who, id] of [
    [stranger.browser, first],
    [browser, past?.id ?? ''],
    [browser, once?.id ?? ''],
    [browser, 'x'],
    [browser, ''],
  ] as const) {
    const page = await who.open(UPCOMING);
    const answer = await who.submit(page, page.form('operation'), { [`skip:${id}`]: '' });
    expect(textOf(answer.html)).toContain(translator('en')('recurring:upcoming.skipGone'));
  }
  expect(skipsIn((await browser.open(UPCOMING)).html)).toContain(first);
});

test('all that is upcoming can be reached page by page, soonest first', async () => {
  const { person, browser } = await begin('en');
  for (const name of ['Paper', 'Bus', 'Coffee'])
    await repeat(person, { name, amount: 4, interval_type: 'daily' });
  const ids: string[] = [];
  for (let page = 1; page <= 6; page += 1)
    ids.push(...skipsIn((await browser.open(`${UPCOMING}&page=${page}`)).html));
  expect([ids.length, new Set(ids).size]).toEqual([270, 270]);
  expect(textOf((await browser.open(UPCOMING)).html)).toContain('270');
});
