import { expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { makeAccount } from '../support/transactions.ts';

test.each(LOCALES)('every example of the line of quick entry is understood, in %s', async (language) => {
  const { person, browser } = await createNewcomer({ language_preference: language });
  await makeAccount(person, { name: 'Visa', kind: 'credit_card' });
  expect((await browser.open('/')).html).toContain('href="/help#line"');
  const { html } = await browser.open('/help');
  const card = /id="line"[\s\S]*?<\/table>/.exec(html)?.[0] ?? '';
  const examples = [...card.matchAll(/<bdi>([\s\S]*?)<\/bdi>/g)].map(([, example = '']) => textOf(example));
  expect(examples).toHaveLength(8);
  const answers: unknown[] = [];
  for (const line of examples) {
    answers.push(await askApi(person, 'POST', '/transactions/line', { line }));
  }
  expect(answers).toMatchObject([
    { transaction: { type: 'expense', amount: 45.9 } },
    { transaction: { type: 'income', amount: 500 } },
    { transaction: { time: '08:30' } },
    { transaction: { category_name: language === 'en' ? 'Restaurants' : 'מסעדות' } },
    { understood: expect.arrayContaining(['Visa']) },
    { transaction: { amount: 600 } },
    { transfer: { amount: 500 } },
    { transaction: { original: { amount: 20, currency: 'EUR' } } },
  ]);
});
