import { beforeAll, expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { createAdministrator, createPerson, type Person, setProfile } from '../support/people.ts';
import { TextBrowser } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { record } from '../support/transactions.ts';

const server = declareOwnedServer();
let person: Person;
let admin: Person;
let keeper: Person;

beforeAll(async () => {
  keeper = await createAdministrator(server);
  await record(keeper, [{ amount: 5, description: 'Tea', date: TODAY }]);
  admin = await createAdministrator(server);
  person = await createPerson(server);
});

test('an administrator who keeps no money here gets to administration, everybody else Home', async () => {
  expect(await landing(admin)).toBe('/admin');
  expect(await landing(keeper)).toBe('/');
  expect(await landing(person)).toBe('/');
});

test('a start page that a person chose comes first, unless they may not see it', async () => {
  await setProfile(keeper, { preferences: { start_page: 'admin' } });
  expect(await landing(keeper)).toBe('/admin');
  await setProfile(admin, { preferences: { start_page: 'home' } });
  expect(await landing(admin)).toBe('/');
  await setProfile(person, { preferences: { start_page: 'transactions' } });
  expect(await landing(person)).toBe('/transactions');
  await setProfile(person, { preferences: { start_page: 'admin' } });
  expect(await landing(person)).toBe('/');
});

test('the page that was wanted comes before the start page', async () => {
  await setProfile(person, { preferences: { start_page: 'transactions' } });
  expect(await landing(person, '/categories')).toBe('/categories');
});

test.each(['en', 'he'] as const)(
  'the preferences in %s offer administration to administrators',
  async (language) => {
    const t = translator(language);
    const choices = async (somebody: Person) => {
      await setProfile(somebody, { language_preference: language });
      const browser = new TextBrowser(server.url);
      browser.addCookies(somebody.cookies);
      const { html } = await browser.open('/preferences');
      return textOf(/<select[^>]*id="start_page"[\s\S]*?<\/select>/.exec(html)?.[0] ?? '').trim();
    };
    const own = [t('common:home'), t('common:transactions')];
    expect(await choices(person)).toBe(own.join(' '));
    expect(await choices(admin)).toBe([t('accounts:start.auto'), ...own, t('common:admin')].join(' '));
  },
);

test('an administrator sees on a page they have already who waits for them, where no mail is sent', async () => {
  const cookie = keeper.cookies.map((header) => header.split(';')[0]).join('; ');
  const read = (etag = '') =>
    fetch(`${server.url}/transactions`, { headers: { cookie, 'if-none-match': etag } });
  const badge = 'class="badge badge-warning" href="/admin/users?verified=false"';
  const before = await read();
  expect(await before.text()).not.toContain(badge);
  const etag = before.headers.get('etag') ?? '';
  expect((await read(etag)).status).toBe(304);
  const { db } = await server.database();
  const verify = (email_verified: number) =>
    db.updateTable('users').set({ email_verified }).where('id', '=', person.id).execute();
  await verify(0);
  expect(await (await read(etag)).text()).toContain(badge);
  await verify(1);
  expect((await read(etag)).status).toBe(304);
});

async function landing({ email, password }: Person, wanted = '/'): Promise<string> {
  const browser = new TextBrowser(server.url);
  const page = await browser.open(wanted);
  const { address } = await browser.submit(page, page.form('password'), { email, password });
  // Who is signed in already gets there too.
  for (const path of ['/login', '/login/passkey', '/register'])
    if (wanted === '/') expect((await browser.open(path)).address).toBe(address);
  return address;
}
