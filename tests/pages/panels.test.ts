import { describe, expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { TODAY } from '../support/today.ts';
import { makeCategory } from '../support/transactions.ts';

const t = translator('en');

describe('the view of a page in a panel', () => {
  const server = declareOwnedServer();
  const begin = () => createNewcomer({ preferences: { date_format: 'YYYY-MM-DD' } });

  const inPanel = async (address: string, cookie: string, form?: Record<string, string>) => {
    const answer = await fetch(server.url + address, {
      headers: { cookie, 'in-panel': '1', origin: server.url },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    return { address: new URL(answer.url).pathname, html: await answer.text() };
  };

  test.each(['/categories', '/recurring'])('%s leads to its page without a panel', async (page) => {
    const { browser } = await begin();
    const { address, html } = await browser.open(`${page}/panel`);
    expect(address).toBe(page);
    expect(html).toContain('<html');
    expect(await inPanel(page, browser.cookies)).toMatchObject({ address: `${page}/panel` });
  });

  test('that of the categories has the sums of the month and nothing that surrounds a page', async () => {
    const { person, browser } = await begin();
    const categoryId = await makeCategory(person, { name: 'Clay' });
    await askApi(person, 'POST', '/transactions/expense', {
      amount: '12.50',
      description: 'Red clay',
      category_id: categoryId,
      date: TODAY,
    });
    const { html } = await inPanel('/categories/panel', browser.cookies);
    expect(html).not.toMatch(/<html|<header|<script|<link/);
    const [row = ''] = (/<tbody.*?<\/tbody>/s.exec(html)?.[0] ?? '').match(/<tr.*?<\/tr>/gs) ?? [];
    expect(textOf(row)).toMatch(/Clay\s+Expense\s+−₪12\.50/);
    expect(textOf(html)).toContain(`${t('common:expenses')} since ${TODAY.slice(0, 8)}01`);
    // An empty month has no amount.
    expect(textOf(html)).not.toContain('0.00');
  });

  test('that of the recurring transactions has the next date, and its buttons lead back to it', async () => {
    const { person, browser } = await begin();
    const { template } = await askApi<{ template: { id: string; next_date: string } }>(
      person,
      'POST',
      '/transactions/templates',
      { name: 'Rent', amount: 10, type: 'expense', interval_type: 'daily', interval: 30, start_date: TODAY },
    );
    const { html } = await inPanel('/recurring/panel', browser.cookies);
    expect(textOf(html)).toMatch(new RegExp(`Rent.*${template.next_date}.*Expense.*−₪10\\.00`));
    const pause = formsOf(html).find(({ action }) => action.endsWith('/pause')) ?? expect.fail();
    const paused = await inPanel(pause.action, browser.cookies, pause.fields);
    expect(paused.address).toBe('/recurring/panel');
    expect(textOf(paused.html)).toContain(t('recurring:manager.status.paused'));
  });
});
