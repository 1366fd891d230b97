import { beforeAll, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { browserOf } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { createPerson, type Person } from '../support/people.ts';
import { TextBrowser } from '../support/text-browser.ts';

const server = declareOwnedServer();
let person: Person;

const signedIn = (person: Person) => browserOf(server, person);

beforeAll(async () => {
  person = await createPerson(server);
});

test.each(LOCALES)('an unknown path shows a page in %s that says so', async (language) => {
  const t = translator(language);
  for (const browser of [new TextBrowser(server.url), signedIn(person)]) {
    await browser.post('/preferences/visit', { language }, { origin: server.url });
    const { status, html } = await browser.open('/no/such/page');
    expect(status).toBe(404);
    expect(html).toContain(`<title>${t('pages:notFoundTitle')} | Pruta</title>`);
    expect(textOf(html)).toContain(t('pages:notFoundText'));
  }
});

test.each(['/%00', '/transactions/%00/edit', '/verify-email/a%00', '/_image', '/%5factions/x'])(
  'an address that nothing can have, %s, shows the page of unknown ones in the language of the reader',
  async (path) => {
    const browser = signedIn(person);
    for (const language of LOCALES) {
      await browser.post('/preferences/visit', { language }, { origin: server.url });
      const { status, html } = await browser.open(path);
      expect(status).toBe(404);
      expect(textOf(html)).toContain(translator(language)('pages:notFoundText'));
    }
  },
);

test.each(['/500', '/500/', '//500', '/%35%30%30', '/404', '/404/'])(
  'the page of an error has no address: %s is unknown',
  async (path) => {
    for (const browser of [new TextBrowser(server.url), signedIn(person)]) {
      const { status, html } = await browser.open(path);
      expect(status).toBe(404);
      expect(textOf(html)).toContain(translator('en')('pages:notFoundText'));
    }
  },
);

test.each(['resume', 'unskip'])(
  'a bookmark of an act (%s) on an unknown template leads to an unknown page',
  async (act) => {
    expect(await follow(`/recurring/%D7%90/${act}`, person)).toBe('/recurring/%D7%90');
  },
);

test.each([
  { path: '/admin', title: 'pages:adminRequired', required: 'pages:role.admin' },
  { path: '/admin/users', title: 'pages:adminRequired', required: 'pages:role.admin' },
  { path: '/admin/settings', title: 'pages:superAdminRequired', required: 'pages:role.super_admin' },
] as const)(
  '$path tells a user which role they have and which it takes',
  async ({ path, title, required }) => {
    for (const language of LOCALES) {
      const t = translator(language);
      const browser = signedIn(person);
      await browser.post('/preferences/visit', { language, return: path }, { origin: server.url });
      const { status, html } = await browser.open(path);
      expect(status).toBe(403);
      expect(html).toContain(`<title>${t(title)} | Pruta</title>`);
      const text = textOf(html);
      expect(text).toContain(t('pages:noPermission'));
      expect(text).toContain(`${t('pages:currentRole')} ${t('pages:role.user')}`);
      expect(text).toContain(`${t('pages:requiredRole')} ${t(required)}`);
      expect(text).toContain(t('pages:goBack'));
    }
  },
);

test.each(['https://evil.example/', '/\\evil.example'])(
  'the page to return to cannot be %j',
  async (wanted) => {
    const query = `return=${encodeURIComponent(wanted)}`;
    const typed = { email: person.email, password: person.password, return: wanted };
    for (const path of ['/login', '/preferences/visit', '/accessibility']) {
      const answer = await fetch(`${server.url}${path}?${query}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: server.url },
        body: new URLSearchParams({ ...typed, theme: 'dark', fontSize: 'medium', action: 'save' }),
      });
      expect(answer.status).toBe(303);
      const target = new URL(answer.headers.get('location') ?? '', server.url);
      expect(target.origin).toBe(server.url);
    }
    const form = (await signedIn(person).open(`/transactions/new?${query}`)).html;
    for (const [, href = ''] of form.matchAll(/<a [^>]*href="([^"]*)"/g)) {
      if (!href.startsWith('mailto:')) expect(href).not.toContain('evil');
    }
  },
);

test('signing in returns to the requested page', async () => {
  const browser = new TextBrowser(server.url);
  const page = await browser.open('/transactions?status=upcoming');
  const typed = { email: person.email, password: person.password };
  const back = await browser.submit(page, page.form('password'), typed);
  expect(back).toMatchObject({ address: '/transactions?status=upcoming', status: 200 });
});

async function follow(path: string, viewer?: Person): Promise<string> {
  const cookie = viewer?.cookies.map((header) => header.split(';')[0]).join('; ') ?? '';
  const answer = await fetch(server.url + path, { redirect: 'manual', headers: { cookie } });
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}
