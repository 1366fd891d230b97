import { expect, test } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf, textsOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import type { TextPage } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, countTransactions, record } from '../support/transactions.ts';

const t = translator('he');
const BREAD = { amount: 12.5, description: 'לחם Bread', date: plusDays(TODAY, -2) };

const figures = ({ html }: TextPage) =>
  [...html.matchAll(/<dd class="amount[^"]*">([\s\S]*?)<\/dd>/g)].map(([, inside = '']) =>
    textOf(inside).trim(),
  );
const section = ({ html }: TextPage, id: string) =>
  html.split(`aria-labelledby="${id}"`)[1]?.split('</section>')[0];

test('insights are linked from the list, begin empty, and say that nothing is unusual', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'he' });
  const list = await browser.open('/transactions');
  expect(list.html).toContain(`href="/transactions/insights">${t('insights:title')}`);
  expect(textOf((await browser.open('/transactions/insights')).html)).toContain(t('insights:emptyTitle'));
  const [groceries] = await categoriesOf(person, '?type=expense');
  const noon = { amount: 20, category_id: groceries?.id, time: '12:00' };
  await record(person, [
    { ...noon, description: 'לחם', date: plusDays(TODAY, -40) },
    { ...noon, description: 'Cheese', date: plusDays(TODAY, -2) },
  ]);
  const page = await browser.open('/transactions/insights');
  expect(textOf(page.html)).toContain(t('insights:nothingTitle'));
  expect(figures(page)).toEqual(['2', '0', '0', '0']);
});

test('one of two that look alike is deleted, and restored', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'he' });
  await record(person, [
    { ...BREAD, time: '12:00' },
    { ...BREAD, time: '12:01' },
  ]);
  const page = await browser.open('/transactions/insights');
  const deleted = await browser.submit(page, page.form('basedOn'));
  expect(deleted.address).toBe('/transactions/insights');
  expect(section(deleted, 'repeated')).toBeUndefined();
  expect(await countTransactions(person)).toBe(1);
  const restored = await browser.submit(deleted, deleted.form('undo_id'));
  expect(textsOf(section(restored, 'repeated') ?? '', 'row-link')).toEqual([BREAD.description]);
  expect(await countTransactions(person)).toBe(2);
});

test('two that look alike can be marked as no duplicates, and reported again', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'he' });
  const twice = (date: string, ...times: string[]) => times.map((time) => ({ ...BREAD, date, time }));
  await record(person, twice(BREAD.date, '12:00', '12:01'));
  const page = await browser.open('/transactions/insights');
  const noted = await browser.submit(page, page.form('duplicateOf'), { act: 'note' });
  expect(textOf(noted.html)).toContain(t('insights:notDuplicateNoted'));
  expect(textsOf(noted.html, 'row-link')).toEqual([BREAD.description]);
  await record(person, twice(TODAY, '00:00', '00:01'));
  const more = await browser.open('/transactions/insights');
  expect(section(more, 'repeated')).toBeUndefined();
  const forgotten = await browser.submit(more, more.form('duplicateOf'), { act: 'forget' });
  expect(textOf(forgotten.html)).toContain(t('insights:notDuplicateForgotten'));
  expect(textOf(forgotten.html)).not.toContain(t('insights:reportAgain'));
});

test('they show what is unusual and why, with a link to it', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'he' });
  const date = plusDays(TODAY, -2);
  const sofa = { amount: 8000, description: 'ספה Sofa', date };
  // Ten expenses are needed before any can be unusual.
  const others = ['Milk', 'Cheese', 'Rice', 'Eggs', 'Tea', 'Salt', 'Pasta', 'Honey', 'Bread'];
  await record(person, [
    ...others.map((description, place) => ({ amount: 11 + 3 * place, description, date, time: '12:00' })),
    { ...sofa, time: '23:30' },
    { ...sofa, time: '23:31' },
  ]);
  const page = await browser.open('/transactions/insights');
  expect(figures(page)).toEqual(['11', '2', '1', '11']);
  const unusual = section(page, 'unusual') ?? '';
  expect(textsOf(unusual, 'row-link')).toEqual(['ספה Sofa', 'ספה Sofa']);
  const reasons = ['high_amount', 'unusual_time', 'high_velocity', 'amount_deviation', 'duplicate'] as const;
  expect(textsOf(unusual.split('</tr>')[1] ?? '', 'badge')).toEqual(
    reasons.map((flag) => t(`insights:flag.${flag}`)),
  );
  expect(textsOf(section(page, 'repeated') ?? '', 'row-link')).toHaveLength(1);
  const advice = /<ul class="stack">[\s\S]*?<\/ul>/.exec(page.html)?.[0] ?? '';
  expect([...advice.matchAll(/<strong>([^<]*)</g)].map(([, title]) => title)).toEqual([
    t('insights:verifyTitle'),
    t('insights:duplicatesTitle'),
    t('insights:categorizeTitle'),
  ]);
  expect([...advice.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'))).toEqual([
    '/transactions/insights#unusual',
    '/transactions/insights#repeated',
    `/transactions?category=none&dateFrom=${plusDays(TODAY, -90)}&dateTo=${TODAY}`,
  ]);
  const [, address = ''] = /class="row-link" href="([^"]*)"/.exec(unusual) ?? [];
  expect((await browser.open(address)).form('amount').fields.description).toBe('ספה Sofa');
});

test('what may be there already or is unusual is saved, with a remark; a requested copy has none', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'he' });
  const [first] = await record(person, [{ ...BREAD, date: TODAY }]);
  const form = await browser.open('/transactions/new');
  const add = (typed: Record<string, string>) => browser.submit(form, form.form('amount'), typed);
  const twice = await add({ amount: '12.5', description: 'לחם bread' });
  expect(textOf(twice.html)).toContain(t('transactions:createSuccess'));
  const [remark = ''] = textsOf(twice.html, 'remark');
  for (const words of [t('transactions:form.possibleDuplicate'), BREAD.description, '₪12.50'])
    expect(remark).toContain(words);
  expect(twice.html).toMatch(
    new RegExp(`href="/transactions/${first?.id}"[^>]*>\\s*${t('transactions:form.viewDuplicate')}`),
  );
  expect(await countTransactions(person)).toBe(2);
  expect((await browser.open('/transactions')).html).not.toContain('class="remark"');

  const copy = await browser.open(`/transactions/${first?.id}/duplicate`);
  const copied = await browser.submit(copy, copy.form('amount'));
  expect(textOf(copied.html)).toContain(t('transactions:createSuccess'));
  expect(copied.html).not.toContain('class="remark"');
});

test('an unusual transaction is saved all the same, with a short remark', async () => {
  const { browser } = await createNewcomer({ language_preference: 'he' });
  const form = await browser.open('/transactions/new');
  const sofa = { amount: '5000', description: 'Sofa', time: '23:30' };
  const page = await browser.submit(form, form.form('amount'), sofa);
  const reasons = (['high_amount', 'unusual_time', 'amount_deviation'] as const)
    .map((flag) => t(`insights:flag.${flag}`))
    .join(', ');
  expect(textsOf(page.html, 'remark')[0]).toContain(t('transactions:securityAlert', { reasons }));
  expect(page.html).toMatch(/class="remark"[\s\S]*?href="\/transactions\/insights"/);
  expect(textsOf(page.html, 'row-link')).toEqual(['Sofa']);
});
