import { expect, test } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { TODAY } from '../support/today.ts';
import { makeAccount, record, repeat, transactionsOf } from '../support/transactions.ts';

const t = translator('en');

/** A newcomer with a second account, named Cash. */
async function createTwoAccounts(language: 'en' | 'he' = 'en') {
  const newcomer = await createNewcomer({ language_preference: language });
  return { ...newcomer, cash: await makeAccount(newcomer.person, { name: 'Cash' }) };
}

const selectIn = (html: string) => /<select[^>]*name="accountId"[\s\S]*?<\/select>/.exec(html)?.[0] ?? '';

test('who has one account is not asked for it, and is sent nothing about it', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const [bread] = await record(person, [{ amount: 5, description: 'Bread' }]);
  for (const address of [
    '/',
    '/analytics',
    '/export',
    '/transactions',
    '/transactions/new',
    `/transactions/${bread?.id}/edit`,
    `/transactions/${bread?.id}`,
    '/recurring/new',
  ]) {
    const { html } = await browser.open(address);
    expect(html, address).not.toMatch(/name="account(?:Id)?"/);
    expect(html, address).not.toContain(FIRST_ACCOUNT);
    expect(html, address).not.toContain('&quot;accounts&quot;');
  }
});

test.each(LOCALES)('a form has the account that was used last, in %s', async (language) => {
  const { person, browser, cash } = await createTwoAccounts(language);
  const words = translator(language);
  const first = await browser.open('/transactions/new');
  expect(first.form('amount').fields.accountId).toBe(FIRST_ACCOUNT);
  expect(textOf(selectIn(first.html))).toContain(words('money:firstName'));
  const added = { amount: '5', description: 'Bread', accountId: cash };
  await browser.submit(first, first.form('amount'), added);
  // What an account begins with is not used.
  await makeAccount(person, { name: 'Savings', kind: 'savings', opening_balance: 100 });
  expect((await browser.open('/transactions/new')).form('amount').fields.accountId).toBe(cash);
  expect((await browser.open('/recurring/new')).form('amount').fields.accountId).toBe(cash);
});

test.each(LOCALES)('analytics of an account, in %s', async (language) => {
  const { person, browser, cash } = await createTwoAccounts(language);
  await record(person, [
    { amount: 512, description: 'Bread', accountId: cash },
    { amount: 344, description: 'Tea' },
  ]);
  const all = await browser.open('/analytics/spending?by=days');
  const form = all.form('account');
  expect(form.fields).toMatchObject({ by: 'days' });
  const one = await browser.open(
    `/analytics/spending?${new URLSearchParams({ ...form.fields, account: cash })}`,
  );
  expect(textOf(one.html)).toContain('512.00');
  expect(textOf(one.html)).not.toMatch(/856\.00|344\.00/);
  const links = [...one.html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const kept = (start: string) =>
    links.filter((href) => href.startsWith(start) && !href.includes('account='));
  expect(kept('/transactions?')).toEqual([]);
  // What removes it is the only link to a tab or period without the account; the others are those of every page.
  expect(kept('/analytics').filter((href) => href !== '/analytics')).toEqual(['/analytics/spending?by=days']);
  for (const tab of ['', '/cash-flow', '/health']) {
    const { html } = await browser.open(`/analytics${tab}?account=${cash},${FIRST_ACCOUNT}`);
    expect(html.match(/class="chip" href="[^"]*account=/g)?.length).toBeGreaterThan(1);
    expect(html).not.toMatch(/href="\/transactions\?(?![^"]*account=)/);
  }
});

test('an export can be of some accounts, in every format', async () => {
  const { person, browser, cash } = await createTwoAccounts();
  await record(person, [
    { amount: 5, description: 'Bread', accountId: cash },
    { amount: 3, description: 'Tea' },
  ]);
  const { html } = await browser.open(`/export?account=${cash}`);
  const boxes = [...html.matchAll(/name="account" value="([^"]+)"( checked)?/g)];
  expect(boxes.map(([, id, checked]) => [id, checked !== undefined])).toEqual([
    [FIRST_ACCOUNT, false],
    [cash, true],
  ]);
  for (const format of ['csv', 'json']) {
    const one = await browser.open(`/export/download?format=${format}&account=${cash}`);
    expect(one.html).toContain('Bread');
    expect(one.html).not.toContain('Tea');
    const both = await browser.open(
      `/export/download?format=${format}&account=${cash}&account=${FIRST_ACCOUNT}`,
    );
    expect(both.html).toMatch(/Bread[\s\S]*Tea|Tea[\s\S]*Bread/);
  }
});

test('a transaction keeps its account, says it, and can change it', async () => {
  const { person, browser, cash } = await createTwoAccounts();
  const [bread, tea] = await record(person, [
    { amount: 5, description: 'Bread', accountId: cash },
    { amount: 3, description: 'Tea' },
  ]);
  expect(textOf((await browser.open(`/transactions/${bread?.id}`)).html)).toContain('Cash');
  const page = await browser.open(`/transactions/${bread?.id}/edit`);
  expect(page.form('amount').fields.accountId).toBe(cash);
  await browser.submit(page, page.form('amount'), { accountId: FIRST_ACCOUNT });
  const moved = await browser.open(`/transactions/${bread?.id}`);
  expect(textOf(moved.html)).toContain(t('money:firstName'));
  const copy = await browser.open(`/transactions/${tea?.id}/duplicate`);
  expect(copy.form('amount').fields.accountId).toBe(FIRST_ACCOUNT);
});

test('an account that is not there, or is archived, is refused at its field with all that was typed', async () => {
  const { person, browser } = await createTwoAccounts();
  const old = await makeAccount(person, { name: 'Old' });
  const [tea] = await record(person, [{ amount: 3, description: 'Tea', accountId: old }]);
  await askApi(person, 'PUT', `/accounts/${old}`, { is_archived: true });
  const page = await browser.open('/transactions/new');
  for (const [accountId, status, message] of [
    ['0197a000-0000-7000-8000-000000000000', 404, 'errors:accountMissing'],
    [old, 400, 'errors:accountArchived'],
  ] as const) {
    const typed = { amount: '5', description: 'Bread', accountId };
    const refused = await browser.submit(page, page.form('amount'), typed);
    expect([refused.status, refused.form('amount').fields.description]).toEqual([status, 'Bread']);
    expect(textOf(refused.html).split(t(message))).toHaveLength(3);
    expect(refused.html).toContain('href="#accountId"');
  }
  // What has it keeps it.
  const edit = await browser.open(`/transactions/${tea?.id}/edit`);
  expect(textOf(selectIn(edit.html))).toContain('Old');
  const saved = await browser.submit(edit, edit.form('amount'), { amount: '4' });
  expect(saved.status).toBe(200);
  expect(textOf(selectIn((await browser.open('/transactions/new')).html))).not.toContain('Old');
});

test('forms of goals and rules keep an account that was archived since, and say so', async () => {
  const { person, browser, cash } = await createTwoAccounts();
  const { goal } = await askApi<{ goal: { id: string } }>(person, 'POST', '/goals', {
    name: 'Roof',
    amount: 500,
    accountId: cash,
  });
  const ruled = async (condition: object, account_to: string) =>
    (
      await askApi<{ rule: { id: string } }>(person, 'POST', '/rules', {
        conditions: [{ field: 'text', operator: 'contains', value: 'tea' }, condition],
        actions: { account_to },
      })
    ).rule.id;
  const to = await ruled({ field: 'type', operator: 'is', value: 'expense' }, cash);
  const from = await ruled({ field: 'account', operator: 'is', value: cash }, FIRST_ACCOUNT);
  const shown = async () => ({
    goal: (await askApi<{ goal: object }>(person, 'GET', `/goals/${goal.id}`)).goal,
    rules: (await askApi<{ rules: object[] }>(person, 'GET', '/rules')).rules,
  });
  const archive = (is_archived: boolean) => askApi(person, 'PUT', `/accounts/${cash}`, { is_archived });
  await archive(true);
  const before = await shown();
  for (const [address, field] of [
    [`/goals/${goal.id}`, 'account_id'],
    [`/rules/${to}`, 'account_to'],
    [`/rules/${from}`, 'account'],
  ] as const) {
    const page = await browser.open(address);
    expect(page.form(field).fields[field], address).toBe(cash);
    expect(textOf(page.html)).toContain(`Cash (${t('money:archived')})`);
    expect((await browser.submit(page, page.form(field), {})).status).toBe(200);
  }
  // What is saved is a new version, with the values of the one before.
  const resaved = (one: object) => ({ ...one, updated_at: expect.any(String) });
  expect(await shown()).toEqual({ goal: resaved(before.goal), rules: before.rules.map(resaved) });
  expect((await browser.open('/goals/new')).html).not.toContain(cash);
});

test.each(LOCALES)(
  'an account back from the archive says what of it is still paused, in %s',
  async (language) => {
    const { person, browser, cash } = await createTwoAccounts(language);
    const words = translator(language);
    const { _csrf = '' } = (await browser.open('/preferences')).form('_csrf').fields;
    const press = (act: string) => browser.post(`/accounts/${cash}/${act}`, { _csrf });
    const bare = await press('archive');
    expect(bare.html).not.toContain('status=paused');
    expect((await press('restore')).html).not.toContain('status=paused');
    for (const name of ['Rent', 'Phone'])
      await repeat(person, { name, type: 'expense', amount: 90, accountId: cash });
    await repeat(person, {
      name: 'Over',
      type: 'expense',
      amount: 9,
      accountId: cash,
      start_date: plusDays(TODAY, -40),
      end_date: TODAY,
    });
    for (const [act, key] of [
      ['archive', 'money:archivedSeries'],
      ['restore', 'money:stillPaused'],
    ] as const) {
      const { html } = await press(act);
      expect(textOf(html), act).toContain(`. ${words(key, { count: 2 })}. ${words('money:seePaused')}`);
      expect(html, act).toContain('href="/recurring?status=paused"');
    }
    const savings = await makeAccount(person, { name: 'Savings', kind: 'savings' });
    await repeat(person, { name: 'Gym', type: 'expense', amount: 90, accountId: savings });
    const archived = await browser.post(`/accounts/${savings}/archive`, { _csrf });
    const undone = await browser.submit(archived, archived.form('undo_id'));
    expect(textOf(undone.html)).toContain(words('money:seriesBack', { count: 1 }));
  },
);

test.each(LOCALES)('Home has one line for what archived accounts hold, in %s', async (language) => {
  const { person, browser, cash } = await createTwoAccounts(language);
  const words = translator(language);
  await record(person, [
    { amount: 345, description: 'Bread', accountId: cash },
    { amount: 12, description: 'Tea' },
  ]);
  const before = textOf((await browser.open('/')).html);
  expect(before).not.toContain(words('money:archivedAccounts'));
  await askApi(person, 'PUT', `/accounts/${cash}`, { is_archived: true });
  const { html } = await browser.open('/');
  expect(textOf(html)).toMatch(new RegExp(`${words('money:archivedAccounts')}[^\\d]*345`));
  expect(html).toContain('href="/accounts#archived"');
  // The list of accounts says the same sum there.
  const old = await makeAccount(person, { name: 'Old', opening_balance: 45 });
  const pension = await makeAccount(person, { name: 'Pension', in_balance: false, opening_balance: 77 });
  for (const id of [old, pension]) await askApi(person, 'PUT', `/accounts/${id}`, { is_archived: true });
  expect(textOf((await browser.open('/')).html)).toMatch(
    new RegExp(`${words('money:archivedAccounts')}[^\\d]*300`),
  );
  const list = await browser.open('/accounts');
  const headOf = (id: string) =>
    textOf(new RegExp(`<h2 id="${id}"[\\s\\S]*?</div>`).exec(list.html)?.[0] ?? '');
  expect(headOf('archived')).toMatch(/300\.00/);
  expect(headOf('archived-apart').trim()).toBe(words('money:archivedApart'));
  await askApi(person, 'DELETE', `/accounts/${old}`);
  await askApi(person, 'PUT', `/accounts/${cash}`, { in_balance: false });
  expect((await browser.open('/')).html).not.toContain('href="/accounts#archived"');
});

test('the list has a column of accounts, a filter by them and a chip that takes it away', async () => {
  const { person, browser, cash } = await createTwoAccounts();
  const savings = await makeAccount(person, { name: 'Savings', kind: 'savings' });
  await record(person, [
    { amount: 5, description: 'Bread', accountId: cash },
    { amount: 3, description: 'Tea' },
    { amount: 9, description: 'Kettle', accountId: savings },
  ]);
  const list = await browser.open('/transactions');
  expect(list.html.match(/data-edit="account"/g)).toHaveLength(3);
  const one = await browser.open(`/transactions?account=${cash}`);
  expect(textOf(one.html)).toContain('Bread');
  expect(textOf(one.html)).not.toContain('Kettle');
  // Each row has the same, which the chip says.
  expect(one.html).not.toContain('data-edit="account"');
  expect(one.html).toMatch(/class="chip" href="\/transactions"/);
  const two = await browser.open(`/transactions?account=${cash}&account=${savings}`);
  expect(two.address).toBe(`/transactions?account=${cash},${savings}`);
  expect(textOf(two.html)).not.toContain('Tea');
  expect(two.html).toContain(`class="chip" href="/transactions?account=${savings}"`);
  const unknown = await browser.open('/transactions?account=nothing');
  expect(textOf(unknown.html)).toContain(t('errors:accountsUnknown'));
  expect(textOf(unknown.html)).toContain('Tea');
});

test.each(LOCALES)(
  'a line names an account, and otherwise has the one used last, in %s',
  async (language) => {
    const { browser, person, cash } = await createTwoAccounts(language);
    const words = translator(language);
    const lineOf = (line: string) => browser.open(`/transactions/new?line=${encodeURIComponent(line)}`);
    const name = language === 'he' ? 'מזומן' : 'cash';
    const named = await lineOf(`5 tea @${name}`);
    expect(named.form('amount').fields).toMatchObject({ accountId: cash, description: 'tea' });
    expect(textOf(named.html)).toContain('· Cash');
    const plain = await lineOf('5 tea');
    expect(plain.form('amount').fields.accountId).toBe(FIRST_ACCOUNT);
    const unknown = await lineOf('5 tea @nothing');
    expect(unknown.form('amount').fields).toMatchObject({ amount: '5', description: 'tea' });
    expect(textOf(unknown.html).split(words('errors:accountUnknown'))).toHaveLength(3);
    const added = await askApi<{ transaction: { account_id: string } }>(
      person,
      'POST',
      '/transactions/line',
      { line: `5 tea @${name}` },
    );
    expect(added.transaction.account_id).toBe(cash);
    expect((await lineOf('5 tea')).form('amount').fields.accountId).toBe(cash);
    const linked = await browser.open('/transactions/new?account=cash');
    expect(linked.form('amount').fields.accountId).toBe(cash);
  },
);

test('the settings lead to the accounts, also of who has one', async () => {
  const { browser } = await createNewcomer();
  expect((await browser.open('/preferences')).html).toContain('href="/accounts"');
  expect((await browser.open('/accounts')).status).toBe(200);
});

test('an account with nothing but an opening balance is deleted with it, and the page says so', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'he' });
  const id = await makeAccount(person, { name: 'דיסקונט', opening_balance: 4020 });
  const page = await browser.open(`/accounts/${id}/delete`);
  expect(textOf(page.html).replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')).toMatch(
    /יתרת פתיחה של .?4,020\.00/,
  );
  const form = formsOf(page.html).find(({ action }) => action.endsWith('/delete'));
  const done = await browser.submit(page, form ?? page.form('moveTo'), {});
  expect(textOf(done.html)).toContain('נמחק');
  const { accounts } = await askApi<{ accounts: object[] }>(person, 'GET', '/accounts?archived=true');
  expect(accounts).toMatchObject([{ id: FIRST_ACCOUNT, balance: 0 }]);
});

test('the account of selected transactions is changed without scripts, and chosen first', async () => {
  const { person, browser, cash } = await createTwoAccounts();
  await record(person, [{ amount: 5, description: 'Bread' }]);
  const list = await browser.open('/transactions?select=all');
  const asked = await browser.submit(list, list.form('operation'), { operation: 'account' });
  expect(textOf(asked.html)).toContain(t('list:bulkTitle.account', { count: 1, shown: '1' }));
  const refused = await browser.submit(asked, asked.form('accountId'));
  expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('href="#accountId"')]);
  const done = await browser.submit(refused, refused.form('accountId'), { accountId: cash });
  expect(textOf(done.html)).toContain(`${t('transactions:form.account')}: \u2068Cash`);
  expect(textOf((await browser.open(`/transactions?account=${cash}`)).html)).toContain('Bread');
});

test('what recurs has an account, and its later dates another one after a change', async () => {
  const { person, browser, cash } = await createTwoAccounts();
  const page = await browser.open('/recurring/new');
  const values = { amount: '50', description: 'Gym', accountId: cash };
  const added = await browser.submit(page, page.form('amount'), { ...values, step: 'create' });
  expect(added.status).toBe(200);
  const accountsOfGym = async () =>
    (await transactionsOf(person)).filter(({ description }) => description === 'Gym').map(accountOf);
  expect(new Set(await accountsOfGym())).toEqual(new Set([cash]));
  const [, id] = /\/recurring\/([\da-f-]{36})/.exec((await browser.open('/recurring')).html) ?? [];
  expect(textOf((await browser.open(`/recurring/${id}`)).html)).toContain('Cash');
  const edit = await browser.open(`/recurring/${id}/edit`);
  expect(edit.form('amount').fields.accountId).toBe(cash);
  await browser.submit(edit, edit.form('amount'), { accountId: FIRST_ACCOUNT, step: 'save' });
  const after = await accountsOfGym();
  expect(after).toContain(FIRST_ACCOUNT);
  expect(after.at(-1)).toBe(cash);
});

const accountOf = (transaction: object) => (transaction as { account_id: string }).account_id;

test('two versions of a transaction name its accounts', async () => {
  const { person, browser, cash } = await createTwoAccounts();
  const [bread] = await record(person, [{ amount: 5, description: 'Bread' }]);
  const page = await browser.open(`/transactions/${bread?.id}/edit`);
  await askApi(person, 'PUT', `/transactions/expense/${bread?.id}`, { accountId: cash });
  const refused = await browser.submit(page, page.form('amount'), { amount: '6' });
  expect(refused.status).toBe(409);
  const [, versions = ''] = refused.html.split('class="conflict"');
  expect(textOf(versions.split('</section>')[0] ?? '')).toMatch(/Account.*Cash.*Main account/s);
});

test('a line that says transfer leads to the filled form of a transfer', async () => {
  const { browser, cash } = await createTwoAccounts();
  const line = (text: string) => browser.open(`/transactions/new?line=${encodeURIComponent(text)}`);
  const unknown = await line('transfer 40 from dana to cash rent');
  expect(textOf(unknown.html)).toContain('You have no account named dana. Choose one of your accounts');
  expect(unknown.form('fromAccountId').fields).toMatchObject({
    amount: '40',
    fromAccountId: '',
    toAccountId: cash,
    description: 'rent',
  });
  const page = await line('yesterday transfer 40 bank to cash at 8:05');
  expect(textOf(page.html)).toContain(t('transactions:line.understood'));
  await browser.submit(page, page.form('fromAccountId'), {});
  expect(textOf((await browser.open(`/accounts/${cash}`)).html)).toContain('+₪40.00');
  // In a list of both of its accounts it is there once, and neither comes nor goes.
  const both = await browser.open(`/transactions?account=${cash},${FIRST_ACCOUNT}&sort=amount&status=any`);
  expect(textOf(both.html).match(/[+−]?₪40\.00/g)).toEqual(['₪40.00']);
  const one = await browser.open(`/transactions?account=${FIRST_ACCOUNT}&sort=amount&status=any`);
  expect(textOf(one.html)).toContain('−₪40.00');
});
