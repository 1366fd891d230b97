import { beforeAll, expect, test } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { type CallOptions, initOf, parseReply } from '../support/app.ts';
import { askApi } from '../support/ask-api.ts';
import { example } from '../support/bank-imports.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import type { Person } from '../support/people.ts';
import { type Asked, makeRich } from '../support/rich-account.ts';
import type { TextBrowser, TextPage } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { makeAccount, record, repeat, transactionsOf } from '../support/transactions.ts';

const server = declareOwnedServer();
const date = TODAY;

/** Replaces a test app's API by the server's, whose clock runs. */
const asked = {
  advance: () => undefined,
  call: async (method: string, path: string, options: CallOptions = {}) =>
    parseReply(await fetch(`${server.url}/api/v1${path}`, initOf(method, options))),
} as Asked;

/** As a browser without scripts and without `Origin` does. */
async function send(browser: TextBrowser, file: string | Buffer): Promise<TextPage> {
  const page = await browser.open('/import');
  const form = new FormData();
  form.set('_csrf', page.form('file').fields._csrf ?? '');
  form.set(
    'file',
    new File([new Uint8Array(Buffer.from(file))], 'account.json', { type: 'application/json' }),
  );
  const answer = await fetch(`${server.url}/import`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { cookie: browser.cookies },
  });
  browser.addCookies(answer.headers.getSetCookie());
  const html = await answer.text();
  const to = answer.headers.get('location');
  if (to) return browser.open(to);
  return { status: answer.status, address: '/import', html, headers: answer.headers, form: page.form };
}

const TEA = '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260504<TRNAMT>-20.00<FITID>1<NAME>Tea</STMTTRN>';

async function categoryOf({ accessToken }: Person): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await fetch(`${server.url}/api/v1/categories?type=expense`, { headers });
  return (await answer.json()).data.categories[0];
}

const press = (browser: TextBrowser, page: TextPage, act: string) =>
  browser.post(page.address, { ...page.form('act').fields, act });

async function exported({ accessToken }: Person): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`${server.url}/api/v1/users/export-account`, { headers })).text();
}

async function finish(browser: TextBrowser, page: TextPage, act: string): Promise<TextPage> {
  let shown = await press(browser, page, act);
  await expect
    .poll(async () => {
      shown = await browser.open(shown.address);
      return shown.html.includes('http-equiv="refresh"');
    })
    .toBe(false);
  return shown;
}

const shown = ({ html }: TextPage) => textOf(html).replaceAll(/[\u2066-\u2069]/g, '');

let rich: { person: Person; browser: TextBrowser };
let file: string;

beforeAll(async () => {
  rich = await createNewcomer({ language_preference: 'en' });
  await makeRich(asked, rich.person, date);
  file = await exported(rich.person);
});

const PAGES = [
  '/',
  '/transactions',
  '/transactions?status=any&limit=100&page=2',
  '/transactions?status=upcoming',
  '/transactions/insights',
  '/analytics',
  '/categories',
  '/categories/clean-up',
  '/recurring',
  '/recurring/calendar',
  '/preferences',
  '/export',
  '/rules',
  '/budgets',
];

test('a file is checked, shown and imported; then every page is that of the other account', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const preview = await send(browser, file);
  expect(preview.address).toMatch(/^\/import\/[\da-f-]{36}$/);
  const { transactions } = JSON.parse(file) as { transactions: unknown[] };
  expect(shown(preview)).toContain(String(transactions.length));
  const done = await finish(browser, preview, 'import');
  expect(done.form('act').fields).toHaveProperty('_csrf');
  const other = { of: rich.browser, id: rich.person.id };
  for (const path of PAGES) {
    const [mine, theirs] = await Promise.all([browser.open(path), other.of.open(path)]);
    expect([mine.status, theirs.status], path).toEqual([200, 200]);
    expect(plain(mine.html, person), path).toBe(plain(theirs.html, rich.person));
  }
  // A repetition is refused, and the undo leaves an empty account.
  expect((await press(browser, done, 'import')).status).toBe(404);
  await finish(browser, done, 'undo');
  expect(shown(await browser.open('/transactions'))).not.toContain('Bread');
});

// Removes what depends on the session and the moment.
const plain = (html: string, { id, email }: Person) =>
  html
    .replaceAll(id, 'me')
    .replaceAll(email, 'my address')
    // Sizes are estimated from the first transactions, and those of the same moment are sorted by id.
    .replaceAll(/[\d.]+\s[kM]?B/gu, 'a size')
    .replaceAll(/\/avatars\/[^"]+/g, '/avatars/')
    .replaceAll(/(name="(?:_csrf|_key)" value=")[^"]*/g, '$1')
    .replaceAll(/(data-(?:session|access|token|ends|csrf)[\w-]*=")[^"]*/g, '$1')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'an instant');

test('the JSON that the form of the export sends is imported too', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const { html } = await rich.browser.open('/export?status=any');
  const columns = [...html.matchAll(/name="(fields)" value="(\w+)" checked/g)].map(([, ...pair]) =>
    pair.join('='),
  );
  expect(columns.length).toBeGreaterThan(5);
  const { html: json } = await rich.browser.open(
    `/export/download?status=any&format=json&${columns.join('&')}`,
  );
  const preview = await send(browser, json);
  expect(preview.address).toMatch(/^\/import\/[\da-f-]{36}$/);
  await press(browser, preview, 'discard');
});

test('while it goes on every other page says so, and a form that is sent waits with all that was typed', async () => {
  for (const locale of LOCALES) {
    const t = translator(locale);
    const { person, browser } = await createNewcomer({ language_preference: locale });
    const form = await browser.open('/transactions/new');
    const { address } = await send(browser, file);
    const { db } = await server.database();
    const id = address.slice('/import/'.length);
    const set = async (work: 'import' | null) => {
      const import_id = work && id;
      await db.updateTable('revisions').set({ import_id }).where('user_id', '=', person.id).execute();
      // Jobs do not continue work that was last touched in the future.
      const touched_at = '2999-01-01T00:00:00.000Z';
      const started_at = work && touched_at;
      await db.updateTable('long_work').set({ started_at, touched_at }).where('id', '=', id).execute();
    };
    await db
      .insertInto('revisions')
      .values({ user_id: person.id, number: 1, import_id: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await set('import');
    for (const path of ['/', '/transactions', '/export', '/import', '/nowhere']) {
      const page = await browser.open(path);
      expect([page.status, page.headers.get('retry-after')], path).toEqual([503, '5']);
      expect(shown(page), path).toContain(t('import:underWay'));
      expect(page.html).toContain(`href="${address}"`);
    }
    const follow = await browser.open(address);
    expect([follow.status, shown(follow).includes(t('import:running'))]).toEqual([200, true]);
    expect(follow.html).toMatch(/<progress[^>]* value="0"/);

    const typed = { amount: '12.50', description: '"Coffee" & milk' };
    const waiting = await browser.submit(form, form.form('amount'), typed);
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([503, '5']);
    expect(shown(waiting)).toContain(t('pages:refusedKept'));
    expect(waiting.form('amount').fields).toMatchObject(typed);

    await set(null);
    const saved = await browser.submit(waiting, waiting.form('amount'));
    expect([saved.status, saved.address]).toEqual([200, expect.stringMatching(/^\/transactions/)]);
    expect(shown(saved)).toContain(typed.description);
  }
});

test('a file with errors is refused with its lines, and nothing is kept', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const invalid = file.replace(/"amount":[\d.]+/, '"amount":"ten"');
  const page = await send(browser, invalid);
  expect(page.status).toBe(400);
  expect(shown(page)).toMatch(
    /The file has 1 error\. Nothing was imported\.[\s\S]*Line \d+[\s\S]*transactions\[0\]\.amount/,
  );
  expect(shown(page).match(/The file has 1 error/g)).toHaveLength(1);
  expect((await send(browser, '\0\0\x01')).status).toBe(400);
  const none = await browser.open('/import');
  expect(none.html).not.toContain('class="error"');
  const nothing = await browser.post('/import', none.form('file').fields);
  expect([nothing.status, shown(nothing).includes('Choose a file.')]).toEqual([403, false]);
  expect(shown(none)).not.toContain('still waiting');
});

test('what was sent waits for its person, who can discard it; for others it is not there', async () => {
  const [one, other] = [
    await createNewcomer({ language_preference: 'en' }),
    await createNewcomer({ language_preference: 'en' }),
  ];
  const preview = await send(one.browser, file);
  expect(shown(await one.browser.open('/import'))).toContain('still waiting');
  expect((await other.browser.open(preview.address)).status).toBe(404);
  const token = (await other.browser.open('/import')).form('file').fields._csrf ?? '';
  for (const act of ['import', 'undo', 'discard'])
    expect((await other.browser.post(preview.address, { _csrf: token, act })).status).toBe(404);
  await press(one.browser, preview, 'discard');
  expect((await one.browser.open(preview.address)).status).toBe(404);
});

test('an account that is not empty recognises its own file', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, [{ type: 'expense', amount: 1, description: 'Tea' }]);
  const page = await send(browser, await exported(person));
  expect(page.address).toMatch(/^\/imports\//);
  expect(shown(page)).toContain('Already there');
});

test.each(LOCALES)(
  'a file of a bank is read, corrected, brought in and taken back, in %s',
  async (language) => {
    const t = translator(language);
    const { person, browser } = await createNewcomer({ language_preference: language });
    await record(person, [{ amount: 14, description: 'Coffee Walnut', date: '2026-05-03' }]);
    const category = await categoryOf(person);
    const lines = [
      'Date,Description,Amount',
      '2026-05-03,Coffee Walnut,-14.00',
      '2026-05-04,Pottery 123456,-20.00',
    ];
    const preview = await send(
      browser,
      [...lines, '2026-05-05,Pottery 654321,-30.00', ',Total,-64.00', ''].join('\n'),
    );
    const { address } = preview;
    expect(address).toMatch(/^\/imports\//);
    expect(shown(preview)).toContain(t('imports:importCount', { count: 2, shown: '2' }));
    expect(shown(await browser.open(`${address}?state=matched`))).toContain('Coffee Walnut');
    // Choices are stored on the way to a tab, to a row and back.
    const form = preview.form('lines');
    const choice = { 'in:2': '', 'c:1': category.id, 'go:all': '' };
    const { 'in:2': _left, ...fields } = { ...form.fields, ...choice };
    const all = await browser.post(form.action, fields);
    expect(all.form('lines').fields).toMatchObject({ 'c:1': category.id, 'in:1': 'on' });
    expect(all.form('lines').fields).not.toHaveProperty('in:2');
    const one = await browser.submit(all, all.form('lines'), { 'in:2': 'on', 'row:1': '' });
    const changed = await browser.submit(one, one.form('decision'), { merchant_name: 'Studio', alike: 'on' });
    expect(shown(changed)).toContain(t('imports:rowSaved', { count: 2, shown: '2' }));
    expect(changed.address).toContain('state=all');
    const done = await browser.submit(changed, changed.form('lines'), { act: 'import' });
    expect(shown(done)).toContain(t('imports:outcome.created', { count: 2, shown: '2' }));
    expect(shown(done)).toContain(t('imports:outcome.left_out', { count: 1, shown: '1' }));
    const payees = async () =>
      (await transactionsOf(person)).map((each) => (each as { merchant_name?: string | null }).merchant_name);
    expect((await payees()).toSorted()).toEqual(['Studio', 'Studio', null]);
    const undone = await browser.post(address, { ...done.form('act').fields, act: 'undo' });
    expect(shown(undone)).toContain(t('imports:undone', { count: '2' }));
    expect(await payees()).toEqual([null]);
    const again = await browser.submit(undone, undone.form('act'), { act: 'again' });
    expect(again.address).not.toContain(address);
    expect(again.form('lines').fields).toMatchObject({ 'in:1': 'on', 'in:2': 'on' });
  },
);

test('an undo says which number an account loses with it', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const read = await send(browser, ofx(statementOf('778899')));
  const done = await browser.submit(read, read.form('lines'), { act: 'import' });
  const undone = await browser.post(done.address, { ...done.form('act').fields, act: 'undo' });
  expect(shown(undone)).toContain('The number 778899, which Main account got from it, is gone too.');
});

/** Of one account, in which the first row is a cup of tea on 4 May. */
const statementOf = (number: string, name = 'Tea', balance = '') =>
  `<STMTTRNRS><STMTRS><CURDEF>ILS<BANKACCTFROM><BANKID>9<ACCTID>${number}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${TEA.replace('Tea', name)}</BANKTRANLIST>${balance && `<LEDGERBAL><BALAMT>${balance}<DTASOF>20260504</LEDGERBAL>`}</STMTRS></STMTTRNRS>`;
const ofx = (...statements: string[]) =>
  `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1>${statements.join('')}</BANKMSGSRSV1></OFX>`;

interface Money {
  accounts: { id: string; name: string; balance: number }[];
  net_worth: number;
}

test('a new account of a file comes with its import, with what it held before, and goes with it', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await makeAccount(person, { name: 'Cash', kind: 'cash' });
  const money = () => askApi<Money>(person, 'GET', '/accounts');
  const [first] = (await money()).accounts;
  await askApi(person, 'PUT', `/accounts/${first?.id}`, { opening_balance: 1500 });
  let before = await money();
  const choose = async () => {
    const asked = await send(browser, ofx(statementOf('778899', 'Tea', '980.00')));
    const form = asked.form('accountId');
    expect(form.fields.accountId).toBe('new');
    const read = await browser.submit(asked, form);
    expect(shown(read)).toMatch(/OFX 8899.*new: it is added with the import.*Opening balance of ₪1,000/s);
    expect(await money()).toEqual(before);
    return read;
  };
  const read = await choose();
  // Nothing of it is there for others, and another choice is possible.
  const id = read.address.split(/[/?]/)[2];
  const { import: found } = await askApi<{ import: object }>(person, 'GET', `/imports/${id}`);
  expect(found).toMatchObject({ status: 'preview', account_id: null, accounts: [{ account_id: null }] });
  const mapping = await browser.submit(read, read.form('lines'), { 'go:mapping': '' });
  expect(mapping.form('accountId').fields.accountId).toBe('new');
  const again = await browser.submit(mapping, mapping.form('accountId'));
  await browser.post(again.address, { ...again.form('lines').fields, act: 'delete' });
  expect(await money()).toEqual(before);

  const other = await choose();
  const next = await send(
    browser,
    ofx(statementOf('778899', 'Milk', '960.00'))
      .replaceAll('20260504', '20260604')
      .replace('<FITID>1', '<FITID>2'),
  );
  expect(shown(next)).toMatch(/OFX 8899.*new: it is added/s);
  expect(shown(other)).toMatch(
    /Is ₪980\.00 part of the ₪1,500\.00 in Main account\?.*Yes, ₪520\.00 is left there/s,
  );
  const done = await browser.submit(other, other.form('lines'), { part: 'yes', act: 'import' });
  expect(shown(done)).toMatch(/1 transaction added.*Agrees with the bank/s);
  const after = await money();
  expect(after.accounts.map(({ name, balance }) => [name, balance])).toEqual([
    ['Main account', 520],
    ['Cash', 0],
    ['OFX 8899', 980],
  ]);
  expect(after.net_worth).toBe(before.net_worth);
  // The next file is of the account that is there now; it stays with what is in it.
  const waiting = await browser.open(next.address);
  const brought = await browser.submit(waiting, waiting.form('lines'), { act: 'import' });
  expect(shown(brought)).toMatch(/1 transaction added/);
  expect((await money()).accounts.map(({ balance }) => balance)).toEqual([520, 0, 960]);
  const undo = (page: TextPage) => browser.post(page.address, { ...page.form('act').fields, act: 'undo' });
  await undo(brought);
  expect(await money()).toEqual(after);
  expect(shown(await undo(done))).not.toContain('stay');
  expect(await money()).toEqual(before);

  // A part is no more than the whole.
  const asked = await send(browser, ofx(statementOf('778899', 'Cake', '2000.00')));
  const larger = await browser.submit(asked, asked.form('accountId'));
  expect(shown(larger)).toContain('Yes, ₪0.00 is left there');
  const most = await browser.submit(larger, larger.form('lines'), { part: 'yes', act: 'import' });
  expect((await money()).accounts.map(({ balance }) => balance)).toEqual([0, 0, 2000]);
  await undo(most);
  expect(await money()).toEqual(before);

  // What was taken out comes back, also where nothing was left since.
  const whole = await choose();
  const partly = await browser.submit(whole, whole.form('lines'), { part: 'yes', act: 'import' });
  const setOpening = (opening_balance: number) =>
    askApi(person, 'PUT', `/accounts/${first?.id}`, { opening_balance });
  await setOpening(0);
  await undo(partly);
  expect((await money()).accounts.map(({ balance }) => balance)).toEqual([980, 0]);
  await setOpening(1500);
  before = await money();

  // It goes with the last of its imports, also where the first one goes first.
  const early = await choose();
  const earlier = await browser.submit(early, early.form('lines'), { part: 'no', act: 'import' });
  const second = await send(
    browser,
    ofx(statementOf('778899', 'Milk', '960.00'))
      .replaceAll('20260504', '20260604')
      .replace('<FITID>1', '<FITID>2'),
  );
  const later = await browser.submit(second, second.form('lines'), { act: 'import' });
  expect(shown(await undo(earlier))).toContain('OFX 8899 and its opening balance stay');
  await undo(later);
  expect(await money()).toEqual(before);

  // What is in it since keeps it.
  const third = await choose();
  const unanswered = await browser.submit(third, third.form('lines'), { act: 'import' });
  expect(shown(unanswered)).toContain(translator('en')('errors:partAsk'));
  const used = await browser.submit(unanswered, unanswered.form('lines'), { part: 'no', act: 'import' });
  const made = (await money()).accounts.find(({ name }) => name === 'OFX 8899')?.id;
  await record(person, [{ amount: 1, description: 'Later', date: '2026-05-05', accountId: made }]);
  expect(shown(await undo(used))).toContain('OFX 8899 and its opening balance stay, because other');
  expect((await money()).net_worth).toBe(before.net_worth + 999);
});

test('the choice of a file’s account is forgotten, and comes back by the undo', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await makeAccount(person, { name: 'Cash', kind: 'cash' });
  const table = 'Date,Description,Amount\n2026-05-03,Coffee,-14.00\n';
  const asked = await send(browser, table);
  await browser.submit(asked, asked.form('accountId'), { accountId: FIRST_ACCOUNT });
  const edit = `/accounts/${FIRST_ACCOUNT}/edit`;
  const page = await browser.open(edit);
  expect(shown(page)).toMatch(/Files of this account.*Table chosen on \d/);
  const forgotten = await browser.submit(page, page.form('key'));
  expect(shown(forgotten)).toContain('The next such file is asked about again');
  expect(shown(forgotten)).not.toContain('Files of this account');
  expect((await send(browser, table)).form('accountId').fields.accountId).toBe('');
  expect(shown(await browser.submit(forgotten, forgotten.form('undo')))).toMatch(
    /Files of this account.*Table/,
  );
  expect(shown(await send(browser, table))).toContain('Coffee');
  // What was chosen since stays.
  const again = await browser.open(edit);
  const late = await browser.submit(again, again.form('key'));
  const other = await send(browser, table);
  await browser.submit(other, other.form('accountId'), { accountId: FIRST_ACCOUNT });
  expect(shown(await browser.submit(late, late.form('undo')))).toContain('Files of this account');
});

test('a file that is read again is a hint, and its income has a plus as in other lists', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const table = 'Date,Description,Amount\n2026-05-03,Refund,14.00\n2026-05-30,Coffee,-4.00\n';
  const read = await send(browser, table);
  expect(shown(read)).toMatch(/Refund.*\+₪14\.00/s);
  await browser.submit(read, read.form('lines'), { act: 'import' });
  const again = await send(browser, table);
  expect(again.html).toMatch(/flash-info"[^>]*>.*You imported this file before/s);
  expect(again.html).not.toContain('flash-success');
});

test('the next file is another one, not the same that was chosen twice', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const table = 'Date,Description,Amount\n2026-05-03,Refund,14.00\n2026-05-30,Coffee,-4.00\n';
  await send(browser, table);
  const read = await send(browser, table);
  const done = await browser.submit(read, read.form('lines'), { act: 'import' });
  expect(shown(done)).not.toContain('Next file');
  await send(browser, `${table}2026-05-04,Tea,-3.00\n`);
  expect(shown(await browser.open(done.address))).toContain('Next file: account.json');
});

test('a file that was brought in is no next one after another, and what has no category is counted', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const table = 'Date,Description,Amount\n2026-05-03,Xyz,-14.00\n2026-05-30,Zyx,-4.00\n';
  await send(browser, table);
  const read = await send(browser, table);
  const done = await browser.submit(read, read.form('lines'), { act: 'import' });
  expect(shown(done)).toContain('Choose categories (2)');
  expect(done.html).toMatch(
    /href="\/transactions\?category=none&amp;account=[^"]*"[^>]*>\s*Choose categories \(2\)/,
  );
  const other = await send(
    browser,
    'Date,Description,Amount\n2026-05-05,Salary,50.00\n2026-05-06,Rent,-5.00\n',
  );
  const after = await browser.submit(other, other.form('lines'), { act: 'import' });
  expect(shown(after)).toContain('2 transactions added');
  expect(shown(after)).not.toMatch(/Next file|Choose categories/);
});

test('earlier imports say once whose file each was', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const card = await makeAccount(person, { name: 'Max card', kind: 'credit_card' });
  const asked = await send(browser, example('max-card.xlsx'));
  await browser.submit(asked, asked.form('accountId'), { accountId: card });
  expect(shown(await browser.open('/import'))).not.toMatch(/Max card\s*·\s*Max card/);
});

test('accounts of one file that are not there yet are all made', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await makeAccount(person, { name: 'Cash', kind: 'cash' });
  const asked = await send(browser, ofx(statementOf('111122'), statementOf('333344', 'Milk')));
  expect(asked.form('a:0').fields).toMatchObject({ 'a:0': 'new', 'a:1': 'new' });
  const read = await browser.submit(asked, asked.form('a:0'));
  expect(shown(read)).toMatch(/OFX 1122 · OFX 3344.*2 of these accounts are new.*Tea.*Milk/s);
  await browser.submit(read, read.form('lines'), { act: 'import' });
  const { accounts } = await askApi<Money>(person, 'GET', '/accounts');
  expect(accounts.map(({ name, balance }) => `${name} ${balance}`)).toEqual([
    'Main account 0',
    'Cash 0',
    'OFX 1122 -20',
    'OFX 3344 -20',
  ]);
});

test('the first file of an empty account sets what it held before, unless its person does not want that', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const preview = await send(
    browser,
    `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>ILS<BANKACCTFROM><BANKID>9<ACCTID>778899<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${TEA}</BANKTRANLIST><LEDGERBAL><BALAMT>980.00<DTASOF>20260504</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  );
  expect(shown(preview)).toMatch(/Opening balance of .*1,000\.00/s);
  const { opening: _left, ...fields } = preview.form('opening').fields;
  const without = await browser.post(preview.form('opening').action, { ...fields, 'go:all': '' });
  expect(without.form('lines').fields).not.toHaveProperty('opening');
  const form = without.form('lines');
  const done = await browser.submit(without, form, { opening: 'bank', act: 'import' });
  expect(shown(done)).toMatch(/1 transaction added.*Agrees with the bank/s);
  // A file says no time: the form of what it brought has none, and keeps the stored one.
  const tea = async () => (await transactionsOf(person)).find(({ description }) => description === 'Tea');
  const edit = await browser.open(`/transactions/${(await tea())?.id}/edit`);
  expect(edit.form('amount').fields.time).toBe('');
  await browser.submit(edit, edit.form('amount'), { amount: '21' });
  expect(await tea()).toMatchObject({ amount: 21, time: '12:00' });
});

test('the file of a card is not put into the account at a bank without a word', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, [{ amount: 12, description: 'Coffee', date: '2026-05-04' }]);
  const asked = await send(browser, example('isracard-card.xlsx'));
  expect(shown(asked)).toMatch(
    /Is this your “Main account”\? The file is of a card.*count twice.*No, a new account: Isracard.*Yes, “Main account”/s,
  );
  const buttons = [...asked.html.matchAll(/<button[^>]*class="([^"]*)"[^>]*name="accountId"/g)];
  expect(buttons.map(([, name]) => name)).toEqual(['button button-primary', 'button']);
});

test('the file of a second bank is not asked about as a part of what the first one states', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const preview = await send(browser, example('hapoalim-account.xlsx'));
  const done = await browser.submit(preview, preview.form('opening'), { act: 'import' });
  expect(shown(done)).toMatch(/11 transactions added/);
  const asked = await send(browser, example('leumi-account.xls'));
  expect(shown(asked)).toContain('Yes, “Main account” (Bank Hapoalim •••• 4321)');
  const read = await browser.submit(asked, asked.form('accountId'), { accountId: 'new' });
  expect(shown(read)).not.toContain('part of');
  expect(shown(await browser.submit(read, read.form('lines'), { act: 'import' }))).toContain('added');
  const { accounts } = await askApi<Money>(person, 'GET', '/accounts');
  expect(accounts.map(({ balance }) => balance)).toEqual([11_724.5, 9454.11]);
});

test('what a person stated for all of it may include a second bank, also once a file has given the account its number', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const [first] = (await askApi<Money>(person, 'GET', '/accounts')).accounts;
  await askApi(person, 'PUT', `/accounts/${first?.id}`, { opening_balance: 15_000 });
  const asked = await send(browser, ofx(statementOf('778899', 'Tea', '980.00')));
  const preview = await browser.submit(asked, asked.form('accountId'), { accountId: first?.id ?? '' });
  await browser.submit(preview, preview.form('lines'), { act: 'import', opening: 'stay' });
  const other = await send(browser, example('leumi-account.xls'));
  const read = await browser.submit(other, other.form('accountId'), { accountId: 'new' });
  expect(shown(read)).toContain('Is ₪9,454.11 part of the ₪15,000.00 in Main account?');
  await browser.submit(read, read.form('lines'), { act: 'import', part: 'yes' });
  const { accounts } = await askApi<Money>(person, 'GET', '/accounts');
  expect(accounts.map(({ balance }) => balance)).toEqual([5545.89, 9454.11]);
});

test('what was typed for today stays, unless the bank is right, and comes back by the undo', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const money = () => askApi<Money>(person, 'GET', '/accounts');
  const [first] = (await money()).accounts;
  await askApi(person, 'PUT', `/accounts/${first?.id}`, { opening_balance: 3200 });
  await repeat(person, {
    name: 'Rent',
    amount: 10,
    start_date: plusDays(TODAY, 5),
    interval_type: 'monthly',
  });
  // Whose money this is, is asked; what it has today stays, unless the bank is right.
  const read = async () => {
    const asked = await send(browser, ofx(statementOf('778899', 'Tea', '980.00')));
    expect(shown(asked)).toMatch(
      /Is this your .*Main account.*No, a new account: OFX.*Yes, “.*Main account.*Cancel/s,
    );
    // In a text of the other direction, the point before it would come after it.
    expect(asked.html).not.toMatch(/class="dotted[^>]*>\s*<bdi/);
    const preview = await browser.submit(asked, asked.form('accountId'), { accountId: first?.id ?? '' });
    expect(shown(preview)).toMatch(
      /The one you entered: .*₪3,200\.00.* on .*today will be ₪3,200\.00 .*The one in the file: .*₪980\.00.*today will be ₪980\.00/s,
    );
    return preview;
  };
  const balance = async () => (await money()).net_worth;
  const undo = (page: TextPage) => browser.post(page.address, { ...page.form('act').fields, act: 'undo' });
  const preview = await read();
  const kept = await browser.submit(preview, preview.form('lines'), { opening: 'stay', act: 'import' });
  expect(shown(kept)).toContain('1 transaction added');
  expect(shown(kept)).not.toContain('than the bank');
  expect(shown(kept)).toContain('Balance today: ₪3,200.00');
  expect(await balance()).toBe(3200);
  expect(shown(await undo(kept))).toContain('The opening balance of Main account is back to what it was.');
  expect(await balance()).toBe(3200);
  const { address } = await send(browser, ofx(statementOf('778899', 'Tea', '980.00')));
  const again = await browser.open(address);
  const done = await browser.submit(again, again.form('lines'), { opening: 'bank', act: 'import' });
  expect(shown(done)).toMatch(/Agrees with the bank.*Balance today: ₪980\.00/s);
  expect(await balance()).toBe(980);
  await undo(done);
  expect(await balance()).toBe(3200);
  // Between the two answers stands no difference that holds for one of them only, whatever is there already.
  await record(person, [{ amount: 5, description: 'Bus', date: '2026-04-01' }]);
  const more = await browser.open((await send(browser, ofx(statementOf('778899', 'Tea', '980.00')))).address);
  expect(shown(more)).toMatch(/The one you entered: .*₪3,195\.00.* on .*The one in the file: .*₪980\.00/s);
  expect(shown(more)).not.toContain('than the bank');
});

test.each([
  ['first', [0, 1]],
  ['last', [1, 0]],
] as const)(
  'what an account began with is that of its earliest file, also if that comes later; undone %s',
  async (_name, order) => {
    const { person, browser } = await createNewcomer({ language_preference: 'en' });
    await makeAccount(person, { name: 'Cash', kind: 'cash' });
    const money = async () =>
      (await askApi<Money>(person, 'GET', '/accounts')).accounts.map(
        ({ name, balance }) => `${name} ${balance}`,
      );
    const before = await money();
    const june = ofx(statementOf('778899', 'Milk', '960.00'))
      .replaceAll('20260504', '20260604')
      .replace('<FITID>1', '<FITID>2');
    const mapping = await send(browser, june);
    const preview = await browser.submit(mapping, mapping.form('accountId'));
    const later = await browser.submit(preview, preview.form('lines'), { act: 'import' });
    expect(await money()).toContain('OFX 8899 960');
    const asked = await send(browser, ofx(statementOf('778899', 'Tea', '980.00')));
    expect(shown(asked)).toMatch(/Your ₪980\.00 on .* stays/);
    const earlier = await browser.submit(asked, asked.form('lines'), { act: 'import' });
    expect(await money()).toContain('OFX 8899 960');
    const { accounts } = await askApi<Money>(person, 'GET', '/accounts');
    const id = accounts.find(({ name }) => name === 'OFX 8899')?.id;
    // Its number says so already.
    expect(shown(await browser.open(`/accounts/${id}/edit`))).not.toContain('Files of this account');
    for (const index of order) {
      const page = [later, earlier][index] as TextPage;
      await browser.post(page.address, { ...page.form('act').fields, act: 'undo' });
    }
    expect(await money()).toEqual(before);
  },
);

test('a new account that was merged is not made again by its next file, and its merge can be undone', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const cash = await makeAccount(person, { name: 'Cash', kind: 'cash' });
  const names = async () =>
    (await askApi<Money>(person, 'GET', '/accounts')).accounts.map(({ name }) => name);
  const mapping = await send(browser, ofx(statementOf('778899')));
  const first = await browser.submit(mapping, mapping.form('accountId'));
  const next = await send(
    browser,
    ofx(statementOf('778899', 'Milk')).replaceAll('20260504', '20260604').replace('<FITID>1', '<FITID>2'),
  );
  await browser.submit(first, first.form('lines'), { act: 'import' });
  const { accounts } = await askApi<Money>(person, 'GET', '/accounts');
  const made = accounts.find(({ name }) => name === 'OFX 8899')?.id;
  const { undo_id } = await askApi<{ undo_id: string }>(person, 'DELETE', `/accounts/${made}?moveTo=${cash}`);
  const waiting = await browser.open(next.address);
  await browser.submit(waiting, waiting.form('lines'), { act: 'import' });
  expect(await names()).toEqual(['Main account', 'Cash']);
  await askApi(person, 'POST', '/transactions/restore', { undo_id });
  expect(await names()).toEqual(['Main account', 'Cash', 'OFX 8899']);
});

test('a category chosen in the list becomes a rule, which changes the other rows of the file', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const category = await categoryOf(person);
  const rows = ['Pottery 123456,-20.00', 'Tea,-3.00', 'Pottery 654321,-30.00', 'Clay at Pottery,-1.00'];
  const preview = await send(
    browser,
    ['Date,Description,Amount', ...rows.map((row) => `2026-05-04,${row}`), ''].join('\n'),
  );
  const chosen = await browser.submit(preview, preview.form('lines'), {
    'c:0': category.id,
    'go:uncategorised': '',
  });
  expect(chosen.form('lines').fields).not.toHaveProperty('c:0');
  const found = await browser.submit(chosen, chosen.form('lines'), { 'go:all': '' });
  const first = await browser.submit(found, found.form('lines'), { 'rule:0': '' });
  expect(shown(first)).toMatch(/Always .+, and 2 more rows/);
  // The undo takes the rule away, and gives the other rows what they had.
  const [, ruleId = ''] = /name="unrule:0" value="([^"]+)"/.exec(first.html) ?? [];
  const without = await browser.submit(first, first.form('lines'), { 'unrule:0': ruleId });
  expect(shown(without)).toContain('The rule was removed.');
  expect(without.form('lines').fields).toMatchObject({ 'c:0': category.id, 'c:2': '', 'c:3': '' });
  expect((await askApi<{ rules: unknown[] }>(person, 'GET', '/rules')).rules).toEqual([]);
  const back = await browser.submit(without, without.form('lines'), { 'rule:0': '' });
  expect(back.address).toContain('state=all');
  // The form of the rule leads back.
  const [, edit = ''] = /name="(edit-rule:[^"]+)"/.exec(back.html) ?? [];
  const rule = await browser.submit(back, back.form('lines'), { [edit]: '' });
  expect(rule.form('text').fields).toMatchObject({ text: 'Pottery', category_id: category.id });
  expect((await browser.submit(rule, rule.form('text'))).address).toContain('state=all');
  const { fields } = back.form('lines');
  expect([0, 1, 2, 3].map((number) => fields[`c:${number}`])).toEqual([
    category.id,
    '',
    category.id,
    category.id,
  ]);
  // Reading the file once more, as after another account is chosen, keeps them too.
  const mapping = await browser.submit(back, back.form('lines'), { 'c:1': category.id, 'go:mapping': '' });
  const again = await browser.submit(mapping, mapping.form('accountId'));
  expect(again.form('lines').fields['c:1']).toBe(category.id);
  const asked = await browser.submit(back, back.form('lines'), { act: 'discard' });
  expect(shown(asked)).toContain('Discard this file?');
  expect(shown(await browser.post(back.address, { ...back.form('lines').fields, act: 'delete' }))).toContain(
    'The file was discarded.',
  );
});

test('what pays a card or is cash is offered as a transfer, with all that are like it', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const lines = ['03,חיוב ישראכרט,-20.00', '04,Tea,-3.00', '05,חיוב ישראכרט,-30.00', '06,ATM,-50.00'];
  const table = ['Date,Description,Amount', ...lines.map((line) => `2026-05-${line}`), ''].join('\n');
  const alone = await send(browser, table);
  expect(shown(alone)).toContain('2 rows pay a card. The file of the card itself has the single purchases');
  expect(alone.html).not.toContain('name="move:');
  const [card, other] = [
    await makeAccount(person, { name: 'Visa', kind: 'credit_card' }),
    await makeAccount(person, { name: 'Amex', kind: 'credit_card' }),
  ];
  const cash = await makeAccount(person, { name: 'Purse', kind: 'cash' });
  const asked = await send(browser, `${table}2026-05-07,Milk,-1.00\n`);
  const read = await browser.submit(asked, asked.form('accountId'), { accountId: FIRST_ACCOUNT });
  expect(shown(read)).toMatch(/3 rows may be transfers: .*Decide/s);
  expect(shown(read)).not.toContain('pay a card. The file');
  const all = await browser.submit(read, read.form('lines'), { 'go:transfer': '' });
  const buttons = [...all.html.matchAll(/name="(move:\d+)" value="([^"]+)"/g)].map(([, name, id]) => [
    name,
    id,
  ]);
  expect(buttons).toEqual([
    ...[card, other].map((id) => ['move:0', id]),
    ...[card, other].map((id) => ['move:2', id]),
    ['move:3', cash],
  ]);
  const moved = await browser.submit(all, all.form('lines'), { 'move:0': card });
  expect(shown(moved)).toMatch(/Row changed\..*1 more like this one/s);
  const both = await browser.submit(moved, moved.form('lines'), { 'alike:0': '' });
  expect(both.html.match(/name="move:\d+"/g)).toEqual(['name="move:3"']);
  expect(both.form('lines').fields).toMatchObject({ 'c:0': 'transfer', 'c:2': 'transfer', 'c:3': '' });
  const done = await browser.submit(both, both.form('lines'), { act: 'import' });
  expect(shown(done)).toMatch(/3 transactions added.*2 joined as transfers/s);
});

test('a long file can be searched and ordered, and choices stay', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const rows = Array.from({ length: 60 }, (_, index) => `2026-05-04,Row ${100 + index},-${index + 1}.00`);
  const preview = await send(browser, ['Date,Description,Amount', ...rows, ''].join('\n'));
  const { 'in:0': _left, ...fields } = preview.form('lines').fields;
  const found = await browser.post(preview.form('lines').action, { ...fields, q: 'row 1', order: 'amount' });
  expect(found.address).toContain('order=amount');
  expect(shown(found)).toMatch(/Row 159.*Row 158/s);
  const second = await browser.submit(found, found.form('lines'), { 'page:2': '' });
  expect(shown(second)).toMatch(/Row 109.*Row 100/s);
  expect(second.form('lines').fields).not.toHaveProperty('in:0');
});

test('rows are ordered by name as in other lists', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const ordered = ['(Cab)', 'Bus 9', 'bus 10', 'Über', 'zoo', 'גן 9', 'גן 10'];
  const rows = ordered.toSorted().map((name) => `2026-05-04,${name},-20.00`);
  const preview = await send(browser, ['Date,Description,Amount', ...rows, ''].join('\n'));
  const text = shown(await browser.open(`${preview.address}?order=name`));
  const places = ordered.map((name) => text.indexOf(name));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

test('a card’s file in an account at a bank is asked about until it is answered', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const savings = await makeAccount(person, { name: 'Savings', kind: 'savings' });
  const cardFile = `OFXHEADER:100\n\n<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>ILS<CCACCTFROM><ACCTID>4444</CCACCTFROM><BANKTRANLIST>${TEA}</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;
  const asked = await send(browser, cardFile);
  expect(shown(asked)).toContain('The file of a card');
  const read = await browser.submit(asked, asked.form('accountId'), { accountId: savings });
  const warning = /The file of a card, but .*Savings.* is a bank account/;
  expect(shown(read)).toMatch(warning);
  expect(read.html).not.toContain('value="import"');
  const early = await browser.submit(read, read.form('lines'), { act: 'import' });
  expect([early.status, await transactionsOf(person)]).toEqual([409, []]);
  // Also where its account is known, it can be of a new one.
  const mapping = await browser.submit(read, read.form('lines'), { 'go:mapping': '' });
  expect(mapping.html).toMatch(/<option[^>]* value="new"/);
  const sure = await browser.submit(read, read.form('lines'), { act: 'confirm-account' });
  expect(shown(sure)).not.toMatch(warning);
  const own = await browser.submit(read, read.form('lines'), { act: 'create-accounts' });
  expect(shown(own)).toMatch(/OFX.*New/s);
  expect(shown(own)).not.toMatch(warning);
});

test('what fits two readings is asked, a bad file is named, and the others are read', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const asked = await send(browser, 'Date,Payee,Amount\n02/03/2026,Market,-31.20\n05/02/2026,Cafe,-4.50\n');
  expect(asked.address).toMatch(/\/mapping$/);
  expect(shown(asked)).toContain('Both readings fit');
  const read = await browser.submit(asked, asked.form('dateOrder'), { dateOrder: 'dmy' });
  expect(shown(read)).toContain('03/02/2026');
  const bad = await send(browser, '\0\0\x01');
  expect(bad.status).toBe(400);
  expect(shown(bad)).toContain('account.json');
});

test('a file that is too large, and one from another site, are refused', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const post = (headers: Record<string, string>, body: BodyInit) =>
    fetch(`${server.url}/import`, { method: 'POST', body, headers: { cookie: browser.cookies, ...headers } });
  const form = new FormData();
  form.set('file', new File([file], 'account.json'));
  expect((await post({ origin: 'https://evil.example' }, form)).status).toBe(403);
  expect((await post({}, form)).status).toBe(403);
  const { host } = new URL(server.url);
  const large = await sendHead(host, browser.cookies, 100_200_000);
  expect(large).toMatch(/^HTTP\/1\.1 413 [\s\S]*up to 100 MB/);
});

async function sendHead(host: string, cookies: string, length: number): Promise<string> {
  const { connect } = await import('node:net');
  const [name, port] = host.split(':');
  const socket = connect(Number(port), name);
  socket
    .setEncoding('utf8')
    .write(
      [
        'POST /import HTTP/1.1',
        `Host: ${host}`,
        `Cookie: ${cookies}`,
        `Origin: http://${host}`,
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${length}`,
        '\r\n',
      ].join('\r\n'),
    );
  let answer = '';
  for await (const piece of socket) {
    answer += piece;
    if (answer.includes('</html>')) break;
  }
  return answer;
}

test('a file whose rows come into a time that was checked is brought in after a question', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await asked.call('POST', `/accounts/${FIRST_ACCOUNT}/reconcile`, { as: person, body: { balance: 0 } });
  const preview = await send(browser, 'Date,Description,Amount\n2026-05-03,Coffee,-14.00\n');
  const question = await browser.submit(preview, preview.form('lines'), { act: 'import' });
  expect(question.html).toMatch(/<button[^>]*form="anyway" name="confirmLocked=true"/);
  expect(await transactionsOf(person)).toEqual([]);
  const anyway = formsOf(question.html).find(({ fields }) => fields.act === 'import');
  const done = await browser.post(preview.address, { ...anyway?.fields, confirmLocked: 'true' });
  expect(shown(done)).toContain('1 transaction added');
});

/** Answers the question about the account, where it is not known. */
async function readInto(browser: TextBrowser, file: string | Buffer, accountId: string): Promise<TextPage> {
  const asked = await send(browser, file);
  if (!asked.address.includes('/mapping')) return asked;
  return browser.submit(asked, asked.form('accountId'), { accountId });
}

const readCard = (browser: TextBrowser) => readInto(browser, example('cal-card.xlsx'), 'new');

test('charged bills of a card are open where the file of the bank ends before them', async () => {
  const { person, browser } = await createNewcomer();
  const bank = await readInto(
    browser,
    Buffer.from('Date,Description,Amount\n2026-03-08,Rent,-900.00\n'),
    FIRST_ACCOUNT,
  );
  await browser.submit(bank, bank.form('lines'), { act: 'import' });
  const read = await readCard(browser);
  expect(read.form('lines').fields).toMatchObject({ bills: 'open' });
  await browser.submit(read, read.form('lines'), { act: 'import' });
  const { accounts } = await askApi<Money>(person, 'GET', '/accounts');
  expect(accounts.at(-1)?.balance).toBe(-3138.92);
});

test.each(LOCALES)(
  'charged bills of a card are paid unless somebody says otherwise, in %s',
  async (language) => {
    const t = translator(language);
    const { person, browser } = await createNewcomer({ language_preference: language });
    const balances = async () =>
      (await askApi<Money>(person, 'GET', '/accounts')).accounts.map(({ balance }) => balance);
    await askApi(person, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: 3200 });
    const undo = (page: TextPage) => browser.post(page.address, { ...page.form('act').fields, act: 'undo' });

    const read = await readCard(browser);
    expect(read.form('lines').fields).toMatchObject({ bills: 'paid' });
    expect(shown(read)).toContain(t('imports:bills.open'));
    const open = await browser.submit(read, read.form('lines'), { bills: 'open', act: 'import' });
    const [, card] = (await askApi<Money>(person, 'GET', '/accounts')).accounts;
    const owing = await browser.open(`/accounts/${card?.id}`);
    expect([card?.balance, shown(owing)]).toEqual([-3138.92, expect.stringContaining(t('money:arePaid'))]);
    const paid = await browser.submit(owing, owing.form('act'), { act: 'paid' });
    expect(shown(paid)).not.toContain(t('money:arePaid'));
    expect(await balances()).toEqual([3200, 0]);
    await undo(open);
    expect(await balances()).toEqual([3200]);

    const again = await readCard(browser);
    const done = await browser.submit(again, again.form('lines'), { act: 'import' });
    expect(await balances()).toEqual([3200, 0]);
    // What says so is called that, no opening balance and no income.
    const opening = t('categories:default.opening_balance');
    const home = await browser.open('/');
    expect(shown(home)).toMatch(new RegExp(`${opening} *₪3,200\\.00`));
    const list = await browser.open('/transactions?limit=100');
    const bill =
      list.html
        .split('<tr')
        .slice(1)
        .find((row) => row.includes('3,138.92')) ?? '';
    expect(bill).toContain(t('money:billPaid'));
    // In the reader's language, whatever language it was recorded in.
    const reading = language === 'en' ? 'he' : 'en';
    const readIn = (one: string) =>
      askApi(person, 'POST', '/onboarding/preferences', { language: one, currency: 'ILS' });
    await readIn(reading);
    const translated = shown(await browser.open('/transactions?limit=100'));
    expect(translated).toContain(translator(reading)('money:billPaid'));
    expect(translated).not.toContain(t('money:billPaid'));
    await readIn(language);

    const other = await createNewcomer({ language_preference: language });
    const moved = await send(other.browser, await exported(person));
    await finish(other.browser, moved, 'import');
    const there = await askApi<Money>(other.person, 'GET', '/accounts');
    expect(there.accounts.map(({ balance }) => balance)).toEqual([3200, 0]);
    // It is a bill's payment there too, and no opening balance of the account.
    const kept = await askApi<{ accounts: { opening_balance: number }[] }>(other.person, 'GET', '/accounts');
    expect(kept.accounts[1]?.opening_balance).toBe(0);

    // What paid them is joined with what said so, in whichever order it comes.
    const bank = ['Date,Description,Amount', '2026-05-10,כרטיסי אשראי לי · כאל,-3138.92', ''].join('\n');
    const paying = await readInto(browser, bank, FIRST_ACCOUNT);
    expect(shown(paying)).toContain(t('imports:state.transfer'));
    const joined = await browser.submit(paying, paying.form('lines'), { act: 'import' });
    expect(await balances()).toEqual([3200, 0]);
    await undo(joined);
    expect(await balances()).toEqual([3200, 0]);
    await undo(done);
    expect(await balances()).toEqual([3200]);
    const first = await send(browser, bank);
    await browser.submit(first, first.form('lines'), { act: 'import' });
    const second = await readCard(browser);
    const last = await browser.submit(second, second.form('lines'), { act: 'import' });
    expect(await balances()).toEqual([3200, 0]);
    const { candidates } = await askApi<{
      candidates: { expense: { id: string }; income: { id: string } }[];
    }>(person, 'GET', '/transfers/candidates');
    const [pair] = candidates;
    expect(candidates).toHaveLength(1);
    const { undo_id } = await askApi<{ undo_id: string }>(person, 'POST', '/transfers/candidates/join', {
      expenseId: pair?.expense.id,
      incomeId: pair?.income.id,
    });
    expect(await balances()).toEqual([3200, 0]);
    await askApi(person, 'POST', '/transactions/restore', { undo_id });
    expect(await balances()).toEqual([3200, 0]);
    await undo(last);
    expect(await balances()).toEqual([3200]);
  },
);
