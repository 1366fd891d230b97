import { expect, onTestFinished, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { LEGAL_VERSION } from '../../src/product.ts';
import { createStorage } from '../support/databases.ts';
import { textOf } from '../support/html.ts';
import { startServer } from '../support/server.ts';
import { TextBrowser } from '../support/text-browser.ts';

const EMAIL = 'owner@example.org';
const PASSWORD = 'Korrekt-Pferd-9';
const DESCRIPTION = 'קפה & "cake" <b>';

// Other tests of pages are of SQLite, and of both languages.
test('a text browser can do everything on PostgreSQL in Hebrew', async () => {
  const language = 'he';
  const storage = await createStorage('postgres');
  const server = await startServer({ DATA_DIR: storage.DATA_DIR, DATABASE_URL: storage.DATABASE_URL });
  onTestFinished(async () => {
    expect(await server.stop()).toBe(0);
    await storage.remove();
  });
  const t = translator(language);
  const browser = new TextBrowser(server.url, language);

  const welcome = await browser.open('/');
  expect(welcome.address).toBe('/register');
  const person = {
    firstName: 'נעה',
    lastName: 'Levi',
    email: EMAIL,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  };
  const guest = new TextBrowser(server.url, language);
  guest.addCookies(browser.cookies.split('; '));
  const register = (visitor: TextBrowser, changes: Record<string, string> = {}) =>
    visitor.submit(welcome, welcome.form('firstName'), {
      ...person,
      acceptedTerms: LEGAL_VERSION,
      ...changes,
    });
  // The browser shows only the answer to the second press, which it sends before the first is answered.
  const [, registered] = await Promise.all([register(browser), register(browser)]);
  // The first account owns the instance, is signed in at once, and comes to its own money first.
  expect(registered).toMatchObject({ address: '/', status: 200 });
  expect(registered?.html).toContain('href="/admin"');
  expect(textOf(registered.html)).toContain(t('accounts:ownerReady'));
  const others: Record<string, string>[] = [
    { lastName: 'Cohen' },
    { password: `${PASSWORD}x`, confirmPassword: `${PASSWORD}x` },
  ];
  for (const changes of others) {
    const other = await register(guest, changes);
    expect(other.status).toBe(409);
    expect(textOf(other.html)).toContain(t('errors:EMAIL_EXISTS'));
  }

  const dashboard = await browser.open('/');
  expect(dashboard.status).toBe(200);
  expect(textOf(dashboard.html)).toContain('נעה');

  // Text browsers would show it, although only scripts use it.
  expect(dashboard.html).not.toContain('<template');
  expect(shownIn(dashboard.html)).not.toContain(t('sessions:signOutPending'));

  const empty = await browser.open('/transactions/new');
  // Words placed by the stylesheet alone would run together.
  const islands = ['/accessibility', '/setup/1', '/setup/2?preview', '/setup/3?preview'];
  for (const path of ['/transactions/new', '/recurring/new', ...islands]) {
    const main = (await browser.open(path)).html.split('<main')[1];
    expect(main?.match(/<\/(a|button|legend|span)><(a|button|span)\b.*?<\/\2>/g), path).toBeNull();
  }
  const refused = await browser.submit(empty, empty.form('amount'), { description: DESCRIPTION });
  expect(refused.status).toBe(400);
  expect(textOf(refused.html)).toContain(t('errors:amountRequired'));
  expect(refused.form('amount').fields.description).toBe(DESCRIPTION);
  const created = await browser.submit(refused, refused.form('amount'), { amount: '12.34' });
  expect(created).toMatchObject({ address: '/transactions', status: 200 });
  expect(textOf(created.html)).toContain(t('transactions:createSuccess'));
  expect(textOf(created.html)).toContain(DESCRIPTION);
  expect(shownIn(created.html)).not.toContain(t('list:refresh'));

  const id = /\/transactions\/([\w-]+)\/edit/.exec(created.html)?.[1] ?? '';
  // Text browsers send a control with the form around it, to that form's address.
  expect(created.html).not.toMatch(/\sform(action)?="/);
  const list = created.form('ids');
  expect(list.names).toContain('operation');
  const bulk = await browser.submit(created, list, { ids: id, operation: 'delete' });
  expect(bulk.status).toBe(200);
  const edit = await browser.open(`/transactions/${id}/edit`);
  const changed = await browser.submit(edit, edit.form('amount'), { amount: '43.21', type: 'income' });
  expect(textOf(changed.html)).toContain('+₪43.21');
  const copy = await browser.open(`/transactions/${id}/duplicate`);
  await browser.submit(copy, copy.form('amount'));
  expect(textOf((await browser.open('/')).html)).toContain('₪86.42');
  const question = await browser.open(`/transactions/${id}/delete`);
  expect(textOf(question.html)).toContain(DESCRIPTION);
  expect([...question.html.matchAll(/<button type="submit" class="button button-danger"/g)]).toHaveLength(1);
  await browser.post(`/transactions/${id}/delete`, { _csrf: edit.form('amount').fields._csrf ?? '' });
  expect(textOf((await browser.open('/')).html)).toContain('₪43.21');

  const toggled = await browser.submit(dashboard, dashboard.form('theme'), { theme: 'dark' });
  expect(toggled.html).toMatch(/<html[^>]* data-theme="dark"/);
  const goodbye = await browser.post('/logout', { _csrf: edit.form('amount').fields._csrf ?? '' });
  expect(goodbye.address).toBe('/login');
  expect(textOf(goodbye.html)).toContain(t('accounts:signedOut'));
  expect((await browser.open('/')).address).toBe('/login');
});

// The text outside attributes, some of which hold HTML for scripts.
function shownIn(html: string): string {
  return textOf(html.replace(/="[^"]*"/g, ''));
}
