import { beforeAll, describe, expect, test } from 'vitest';
import { isolated } from '../../src/i18n/isolated.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { browserOf } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { createPerson, type Person } from '../support/people.ts';
import { TextBrowser } from '../support/text-browser.ts';
import { countTransactions, record } from '../support/transactions.ts';

const FORM = { amount: '5', type: 'expense', description: 'evil', date: '2026-01-31' };

const server = declareOwnedServer();
let person: Person;
let stranger: Person;
let id: string;

const signedIn = (person: Person) => browserOf(server, person);

beforeAll(async () => {
  person = await createPerson(server);
  stranger = await createPerson(server);
  const [recorded] = await record(person, [{ amount: 3, description: 'mine' }]);
  id = recorded?.id ?? '';
});

const PAGES = [
  '/login',
  '/register',
  '/verify-email',
  '/verify-email/unknown',
  '/logout',
  '/preferences/visit',
  '/accessibility',
  '/transactions/new',
  '/transactions/{id}/edit',
  '/transactions/{id}/duplicate',
  '/transactions/{id}/delete',
];

describe.each(PAGES)('a form sent to %s', (page) => {
  test('from another site is refused, with any token', async () => {
    const browser = signedIn(person);
    const _csrf = await tokenOf(browser);
    const before = await stateOf(person);
    const headers = { origin: 'https://evil.example' };
    const answer = await browser.post(address(page), { ...FORM, _csrf }, headers);
    expect(answer.status).toBe(403);
    const refusal = translator('en')('errors:CSRF_REJECTED', { address: isolated(server.url) });
    expect(textOf(answer.html)).toContain(refusal);
    expect(await stateOf(person)).toEqual(before);
  });

  test('without headers of its origin is refused without a token and with another person’s', async () => {
    const foreign = await tokenOf(signedIn(stranger));
    const guest = await tokenOf(new TextBrowser(server.url));
    const before = await stateOf(person);
    for (const token of [undefined, '', 'made-up', foreign, guest]) {
      const fields = token === undefined ? FORM : { ...FORM, _csrf: token };
      expect((await signedIn(person).post(address(page), fields)).status).toBe(403);
    }
    expect(await stateOf(person)).toEqual(before);
  });
});

describe('a form of a page that was opened at another address than the configured one', () => {
  const elsewhere = { origin: 'https://elsewhere.example' };
  const link = (path: string) => `href="${server.url}${path.replaceAll('&', '&#38;')}"`;

  test.each(['en', 'he'] as const)('leads to the same page at that one (%s)', async (locale) => {
    const browser = new TextBrowser(server.url);
    const headers = { ...elsewhere, 'accept-language': locale };
    for (const path of ['/login', '/register?invitation=x', '/transactions/new?type=income']) {
      const { status, html } = await browser.post(path, FORM, headers);
      expect(status).toBe(403);
      expect(textOf(html)).toContain(translator(locale)('pages:openThere'));
      expect(html).toContain(link(path));
    }
  });

  test('leads to the page with the form where it is sent to another one', async () => {
    const referer = `${server.url}/preferences?tab=x`;
    const { html } = await new TextBrowser(server.url).post('/logout', {}, { ...elsewhere, referer });
    expect(html).toContain(link('/preferences?tab=x'));
  });

  test.each(['//evil.example', '/%5cevil.example', '/.//evil.example'])(
    'never leads elsewhere: %s',
    async (path) => {
      const headers = { ...elsewhere, referer: `https://evil.example${path}` };
      const { html } = await new TextBrowser(server.url).post(path, FORM, headers);
      expect(html).not.toMatch(/href="[^"]*(evil|elsewhere)/);
    },
  );

  test('is told so by the API too', async () => {
    const answer = await fetch(`${server.url}/api/v1/users/login`, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example' },
    });
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect([answer.status, error.code]).toEqual([403, 'CSRF_REJECTED']);
    expect(error.message).toContain(server.url);
  });
});

test('a guest’s form needs the token of that very guest', async () => {
  const browser = new TextBrowser(server.url);
  const other = await tokenOf(new TextBrowser(server.url));
  const typed = { email: person.email, password: person.password };
  expect((await browser.post('/login', { ...typed, _csrf: other })).status).toBe(403);
  const page = await browser.open('/login');
  expect((await browser.submit(page, page.form('password'), typed)).address).toBe('/');
});

test('the same form from our own page is accepted', async () => {
  const ours: Record<string, string>[] = [{ origin: server.url }, { 'sec-fetch-site': 'same-origin' }];
  for (const headers of ours) {
    const before = await countTransactions(person);
    await signedIn(person).post('/transactions/new', { ...FORM, description: 'ours' }, headers);
    expect(await countTransactions(person)).toBe(before + 1);
  }
});

test('reading any page changes nothing', async () => {
  const browser = signedIn(person);
  const before = await stateOf(person);
  for (const page of [...PAGES, '/', '/transactions', '/nothing']) {
    expect((await browser.open(`${address(page)}?amount=5&type=expense&theme=dark`)).status).toBeLessThan(
      500,
    );
  }
  expect(await stateOf(person)).toEqual(before);
  expect((await browser.open('/')).address).toBe('/');
});

async function tokenOf(browser: TextBrowser): Promise<string> {
  return (await browser.open('/accessibility')).form('_csrf').fields._csrf ?? '';
}

function address(page: string): string {
  return page.replace('{id}', id);
}

async function stateOf({ accessToken }: Person): Promise<unknown> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const paths = ['/transactions?status=any', '/users/profile'];
  return Promise.all(
    paths.map(async (path) => (await fetch(`${server.url}/api/v1${path}`, { headers })).json()),
  );
}
