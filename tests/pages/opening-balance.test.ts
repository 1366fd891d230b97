import { expect, test } from 'vitest';
import { setOpeningBalance } from '../../src/domain/balance/opening-balance.ts';
import type { SignedIn } from '../../src/domain/context.ts';
import { OPENING } from '../../src/domain/ledger/reserved-categories.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { contextOf } from '../support/begun-changes.ts';
import { errorsAtFields, textOf, textsOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { record } from '../support/transactions.ts';

const server = declareOwnedServer();
const t = translator('en');

/** A newcomer whose balance was 1,000 ten years ago. */
async function createSaver() {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const context = await contextOf(server, person, 'en');
  const viewer = { id: person.id, preferences: { timezone: 'UTC' } } as SignedIn['viewer'];
  const then = { ...context, viewer, now: new Date('2016-03-01T09:00:00Z') };
  await setOpeningBalance(then, { amount: 100_000, date: '2016-02-01' });
  const { html } = await browser.open('/transactions');
  const [, id = ''] = /href="\/transactions\/([^"/]+)\/edit/.exec(html) ?? [];
  return { person, browser, id };
}

test('an opening balance of long ago is changed in place, and moved only to a day of the last five years', async () => {
  const { browser, id } = await createSaver();
  for (const address of ['/transactions/opening-balance', `/transactions/${id}/edit`]) {
    const page = await browser.open(address);
    expect(page.form('date').fields.date).toBe('02/01/2016');
    const moved = await browser.submit(page, page.form('date'), { date: '2016-02-02' });
    expect([moved.status, textOf(moved.html)]).toEqual([400, expect.stringContaining(t('errors:datePast'))]);
    const saved = await browser.submit(page, page.form('date'), { amount: '1250.50' });
    expect([saved.status, saved.address === address]).toEqual([200, false]);
  }
});

test('its row is called by its name, and not an income', async () => {
  const { browser } = await createSaver();
  for (const address of ['/', '/transactions']) {
    const { html } = await browser.open(address);
    expect(html).toContain(
      `<span class="visually-hidden">${t('categories:default.opening_balance')} </span>`,
    );
    expect(html).not.toContain(`<span class="visually-hidden">${t('common:income')} </span>`);
  }
});

test('nothing offers to repeat it, and the form of what repeats leads back', async () => {
  const { browser, id } = await createSaver();
  const edit = await browser.open(`/transactions/${id}/edit`);
  expect(edit.html).toContain(OPENING.income);
  expect(edit.html).not.toContain('/recurring/new?like');
  const refused = await browser.open(`/recurring/new?like=${id}`);
  expect(refused.address).toBe(`/transactions/${id}/edit`);
  expect(textOf(refused.html)).toContain(t('errors:categoryOpening'));
});

test('its page calls it by its name too', async () => {
  const { browser, id } = await createSaver();
  const { html } = await browser.open(`/transactions/${id}`);
  expect(html).toMatch(new RegExp(`class="badge[^"]*">${t('categories:default.opening_balance')}<`));
});

test('a category for it, and for it together with expenses, is offered by the types of the rows', async () => {
  const { person, browser, id } = await createSaver();
  const [bread] = await record(person, [{ amount: 5, description: 'Bread' }]);
  const list = await browser.open('/transactions');
  const bulk = async (selected: Record<string, string>, ids: string[]) => {
    const body = new URLSearchParams({
      _csrf: list.form('operation').fields._csrf ?? '',
      operation: 'category',
    });
    for (const [name, value] of Object.entries(selected)) body.set(name, value);
    for (const one of ids) body.append('ids', one);
    const answer = await fetch(`${server.url}/transactions/bulk`, {
      method: 'POST',
      headers: { cookie: browser.cookies },
      body,
    });
    return textOf(await answer.text());
  };
  const incomeOnly = await bulk({}, [id]);
  expect(incomeOnly).toContain('Salary');
  expect(incomeOnly).not.toContain(t('list:bulkBothTypes'));
  expect(await bulk({}, [id, bread?.id ?? ''])).toContain(t('list:bulkBothTypes'));
  expect(await bulk({ filter: '' }, [])).toContain(t('list:bulkBothTypes'));
  expect(await bulk({ filter: 'type=expense' }, [])).not.toContain(t('list:bulkBothTypes'));
});

test('a new account has first steps, and an opening balance that is set, changed and deleted', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const home = await browser.open('/');
  const steps = /id="first-steps"[\s\S]*?<\/ol>|id="first-steps"[\s\S]*?<\/ul>/.exec(home.html)?.[0] ?? '';
  const [file, opening, transaction, recurring, accounts, settle] = steps.split('<li').slice(1);
  expect(textOf(file ?? '')).toContain(t('imports:firstStep'));
  expect(opening).toContain('href="/transactions/opening-balance');
  expect(textOf(transaction ?? '')).toContain(t('dashboard:welcomeTitle'));
  expect(recurring).toContain('href="/recurring/new?return=%2F"');
  expect(accounts).toContain('href="/accounts/new');
  for (const words of [t('common:categories'), t('accounts:preferences')])
    expect(textOf(settle ?? '')).toContain(words);

  const page = await browser.open('/transactions/opening-balance?return=/');
  const refused = await browser.submit(page, page.form('amount'));
  expect(refused.status).toBe(400);
  expect(errorsAtFields(refused.html)).toEqual({ amount: t('errors:amountRequired') });
  const saved = await browser.submit(refused, refused.form('amount'), { amount: '1,250.50', below: 'on' });
  expect(saved.address).toBe('/');
  expect(textOf(saved.html)).toContain(t('dashboard:opening.saved'));
  const balance = ({ html }: { html: string }) => textsOf(html, 'amount-hero')[0];
  expect(balance(saved)).toBe('−₪1,250.50');
  const list = await browser.open('/transactions');
  expect(textsOf(list.html, 'row-link')).toEqual([t('categories:default.opening_balance')]);

  const change = await browser.open('/transactions/opening-balance?return=/');
  const { below: checked, ...fields } = change.form('amount').fields;
  expect([fields.amount, checked]).toEqual(['1250.50', 'on']);
  const changed = await browser.post('/transactions/opening-balance?return=/', { ...fields, amount: '800' });
  expect(balance(changed)).toBe('₪800.00');
  await record(
    person,
    [...'abcde'].map((description) => ({ description, amount: 1 })),
  );
  const [, id = ''] = /href="\/transactions\/([\w-]{36})\/edit/.exec(list.html) ?? [];
  const question = await browser.open(`/transactions/${id}/delete?return=/`);
  const deleted = await browser.submit(question, question.form('basedOn'));
  expect(balance(deleted)).toBe('−₪5.00');
  expect(deleted.html).not.toContain('id="first-steps"');
});

test('a new account that was counted in the first one is taken out of there, if its person says so', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const add = async (values: Record<string, string>) => {
    const page = await browser.open('/accounts/new');
    return browser.submit(page, page.form('opening_balance'), values);
  };
  expect((await browser.open('/accounts/new')).html).not.toContain('name="part"');
  const { accounts } = await askApi<Answer>(person, 'GET', '/accounts');
  await askApi(person, 'PUT', `/accounts/${accounts[0]?.id}`, { opening_balance: 3200 });
  const page = await browser.open('/accounts/new');
  expect(page.html).toMatch(/<input[^>]*name="part"(?![^>]*checked)/);
  expect(textOf(page.html)).toContain('₪3,200.00');
  const refused = await add({ name: 'Dollars', currency: 'USD', opening_balance: '5', part: 'on' });
  expect(errorsAtFields(refused.html)).toHaveProperty('part', t('errors:partCurrency'));
  await add({ name: 'Cash', opening_balance: '200' });
  await add({ name: 'Leumi', opening_balance: '3000', part: 'on' });
  const after = await askApi<Answer>(person, 'GET', '/accounts');
  expect(after.accounts.map(({ name, balance }) => `${name} ${balance}`)).toEqual([
    'Main account 200',
    'Cash 200',
    'Leumi 3000',
  ]);
  expect(after.net_worth).toBe(3400);
});

interface Answer {
  accounts: { id: string; name: string; balance: number }[];
  net_worth: number;
}
