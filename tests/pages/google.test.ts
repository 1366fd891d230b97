import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { LEGAL_VERSION } from '../../src/product.ts';
import { askApi } from '../support/ask-api.ts';
import { formsOf, textOf } from '../support/html.ts';
import { type Claims, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { browserOf } from '../support/newcomer.ts';
import { createPerson, type Person } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { TextBrowser, type TextPage } from '../support/text-browser.ts';

const t = translator('en');
const PASSWORD = 'Neues-Pferd-10';

let provider: IdentityProvider;
let server: RunningServer;
let owner: Person;
let people = 0;

beforeAll(async () => {
  provider = await startIdentityProvider();
  server = await startServer(provider.environment);
  owner = await createPerson(server);
});

afterAll(async () => {
  await server?.kill();
  await provider?.stop();
});

function newClaims(): Claims {
  people += 1;
  const name = `dana.${process.pid}.${people}`;
  return { sub: name, email: `${name}@example.org`, given_name: 'Dana' };
}

function linkOf({ html }: TextPage): URL {
  const address = /<a[^>]*\shref="([^"]+)"[^>]*\sdata-google-link/.exec(html)?.[1] ?? '';
  return new URL(address.replaceAll('&amp;', '&'));
}

/** Like the provider's page: sends a form from another site, without our cookies. */
async function comeBack(browser: TextBrowser, fields: Record<string, string>): Promise<TextPage> {
  const answer = await fetch(`${server.url}/google/return`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: provider.url, 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams(fields),
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/google']);
  for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/^pruta_google=/);
  browser.addCookies(answer.headers.getSetCookie());
  return browser.open('/google');
}

async function enter(browser: TextBrowser, claims: Claims, from = '/login'): Promise<TextPage> {
  const asked = linkOf(await browser.open(from)).searchParams;
  const id_token = await provider.mint({ ...claims, nonce: asked.get('nonce') });
  return comeBack(browser, { id_token, state: asked.get('state') ?? '' });
}

// Only people without an account agree to the terms.
const confirm = (browser: TextBrowser, page: TextPage, typed = {}) =>
  browser.submit({ ...page, address: '/google' }, formToConfirm(page), {
    acceptedTerms: LEGAL_VERSION,
    ...typed,
  });

// The page's form, not those of the header for theme and language.
function formToConfirm(page: TextPage) {
  const main = page.html.slice(page.html.indexOf('<main'));
  const [form] = formsOf(main);
  if (!form) throw new Error(`No form on ${page.address}`);
  return { ...form, action: '' };
}

const signedIn = (person: Person) => browserOf(server, person);

const card = ({ html }: TextPage) =>
  textOf(/<section[^>]*sign-in-methods[\s\S]*?<\/section>/.exec(html)?.[0] ?? '');

test('the link requests a token bound to this browser, and contains no secret', async () => {
  const browser = new TextBrowser(server.url);
  const link = linkOf(await browser.open('/login?return=/transactions'));
  expect(link.origin + link.pathname).toBe(`${provider.url}/o/oauth2/v2/auth`);
  expect(Object.fromEntries(link.searchParams)).toEqual({
    client_id: provider.environment.GOOGLE_CLIENT_ID,
    redirect_uri: `${server.url}/google/return`,
    response_type: 'id_token',
    response_mode: 'form_post',
    scope: 'openid email profile',
    prompt: 'select_account',
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    state: '/transactions',
  });
  const again = linkOf(await browser.open('/register'));
  expect(again.searchParams.get('nonce')).toBe(link.searchParams.get('nonce'));
  const other = linkOf(await new TextBrowser(server.url).open('/login'));
  expect(other.searchParams.get('nonce')).not.toBe(link.searchParams.get('nonce'));
});

test('a text browser signs in by the provider’s page and reaches the requested page', async () => {
  const browser = new TextBrowser(server.url);
  const person = newClaims();
  const page = await enter(browser, person, '/login?return=/transactions');
  expect(textOf(page.html)).toContain(`${t('google:confirmText')} ${person.email}`);
  expect((await browser.open('/profile')).address).toContain('/login');
  const wanted = await confirm(browser, await browser.open('/google'));
  expect([wanted.status, wanted.address]).toEqual([200, '/transactions']);
  expect(browser.cookies).not.toContain('pruta_google');
});

test('an administrator reaches the administration', async () => {
  const person = newClaims();
  const first = new TextBrowser(server.url);
  await confirm(first, await enter(first, person));
  const { db } = await server.database();
  await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('email', '=', person.email ?? '')
    .execute();
  const browser = new TextBrowser(server.url);
  const page = await confirm(browser, await enter(browser, person), { acceptedTerms: undefined });
  expect([page.status, page.address]).toEqual([200, '/admin']);
});

test('what the provider sent is refused in another browser, a second time, or without its nonce', async () => {
  const browser = new TextBrowser(server.url);
  const person = newClaims();
  const nonce = linkOf(await browser.open('/login')).searchParams.get('nonce');
  const id_token = await provider.mint({ ...person, nonce });
  const refused = await comeBack(new TextBrowser(server.url), { id_token });
  expect(refused.address).toBe('/login');
  expect(textOf(refused.html)).toContain(t('errors:GOOGLE_AUTH_ERROR'));
  expect((await comeBack(browser, { id_token: await provider.mint(person) })).address).toBe('/login');

  const again = linkOf(await browser.open('/login')).searchParams.get('nonce');
  const token = await provider.mint({ ...person, nonce: again });
  const home = await confirm(browser, await comeBack(browser, { id_token: token }));
  expect(home.address).toBe('/');
  await browser.post('/logout', { _csrf: home.form('_csrf').fields._csrf ?? '' });
  expect((await comeBack(browser, { id_token: token })).address).toBe('/login');
});

test('the script’s form signs in at once, and only from our own page', async () => {
  const person = newClaims();
  const browser = new TextBrowser(server.url);
  const page = await browser.open('/login');
  const form = page.form('credential');
  const credential = await provider.mint({ ...person, nonce: linkOf(page).searchParams.get('nonce') });
  const typed = { ...form.fields, credential, timezone: 'Europe/Berlin' };
  const evil = await browser.post('/google', typed, { origin: 'https://evil.example' });
  expect(evil.status).toBe(403);
  expect((await browser.post('/google', { ...typed, _csrf: 'x' })).status).toBe(403);
  // A new account is shown first, with the terms.
  const asked = await browser.submit(page, form, typed);
  expect(asked.address).toBe('/google');
  const home = await confirm(browser, asked, { timezone: 'Europe/Berlin' });
  expect(home.address).toBe('/');
  expect((await browser.open('/preferences')).html).toMatch(/value="Europe\/Berlin" selected/);

  await browser.post('/logout', { _csrf: home.form('_csrf').fields._csrf ?? '' });
  const again = await browser.open('/login');
  const fresh = await provider.mint({ ...person, nonce: linkOf(again).searchParams.get('nonce') });
  expect((await browser.submit(again, again.form('credential'), { credential: fresh })).address).toBe('/');
});

test('a new person sees what the account will have, and gets none without agreeing to the terms', async () => {
  const browser = new TextBrowser(server.url);
  const person = newClaims();
  const page = await enter(browser, person);
  expect(textOf(page.html)).toContain(t('accounts:registerTitle'));
  expect(formToConfirm(page).fields).toMatchObject({ language_preference: 'en', currency_preference: 'ILS' });
  const typed = { language_preference: 'he', currency_preference: 'EUR' };
  const refused = await confirm(browser, page, { ...typed, acceptedTerms: '' });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain(`<a href="#acceptedTerms">${t('errors:termsRequired')}</a>`);
  expect(formToConfirm(refused).fields).toMatchObject(typed);
  const { db } = await server.database();
  const accounts = db.selectFrom('users').select('id').where('email', '=', String(person.email));
  expect(await accounts.execute()).toEqual([]);

  const home = await confirm(browser, refused, typed);
  expect(home.html).toContain('<html lang="he"');
  const { fields } = (await browser.open('/preferences')).form('currency_preference');
  expect(fields).toMatchObject(typed);
  const { id } = await accounts.executeTakeFirstOrThrow();
  const consents = await db.selectFrom('consents').select('version').where('user_id', '=', id).execute();
  expect(consents).toEqual([{ version: LEGAL_VERSION }]);
  // People with an account only confirm who they are.
  const known = await enter(new TextBrowser(server.url), person);
  expect(formToConfirm(known).names).toEqual(['_csrf']);
});

test('while registration is closed a new person is told so at once, and who has an account comes in', async () => {
  const key = 'registration_enabled';
  await askApi(owner, 'PUT', '/admin/settings', { key, value: false });
  const page = await enter(new TextBrowser(server.url), newClaims());
  expect(page.address).toBe('/register');
  expect(textOf(page.html)).toContain(t('site:closedText'));
  const known = await enter(new TextBrowser(server.url), { ...newClaims(), email: owner.email });
  expect(textOf(known.html)).toContain(t('google:confirmText'));
  await askApi(owner, 'PUT', '/admin/settings', { key, value: true });
});

test('a person who cancels, or comes with nothing or an invalid credential, is returned to the sign-in page', async () => {
  const browser = new TextBrowser(server.url);
  const denied = await comeBack(browser, { error: 'access_denied', state: '//evil.example' });
  expect(denied.address).toBe('/login');
  expect(textOf(denied.html)).toContain(t('errors:GOOGLE_LOGIN_ERROR'));
  for (const rubbish of ['x', '...', 'a.b.c', `${'a'.repeat(3000)}.b.c.d`, '%00.b.c.Lw', 'e30.e30.x.Lw']) {
    browser.addCookies([`pruta_google=${rubbish}`]);
    expect((await browser.open('/google')).address, rubbish).toBe('/login');
  }
  const page = await browser.open('/login');
  const sent = await browser.submit(page, page.form('credential'), { credential: 'a.b' });
  expect(textOf(sent.html)).toContain(t('errors:googleTokenFormat'));
});

test('an account whose owner unlinked Google cannot be signed in to by its address', async () => {
  const person = await createPerson(server);
  const claims = { ...newClaims(), email: person.email };
  const page = await enter(new TextBrowser(server.url), claims);
  expect(page.status).toBe(200);
  const member = signedIn(person);
  await confirm(member, await enter(member, claims, '/profile/google'), { password: person.password });
  const unlink = await member.open('/profile/google');
  const done = await member.post('/profile/google', {
    ...formToConfirm(unlink).fields,
    password: person.password,
  });
  expect(textOf(done.html)).toContain(t('google:unlinked'));
  const guest = new TextBrowser(server.url);
  const refused = await confirm(guest, await enter(guest, claims));
  expect(refused.status).toBe(400);
  expect(textOf(refused.html)).toContain(t('errors:googleSignInFirst'));
});

describe('the card of sign-in methods', () => {
  test('shows a password alone, links Google by the password, and shows both', async () => {
    const person = await createPerson(server);
    const browser = signedIn(person);
    expect(card(await browser.open('/profile/security'))).toContain(t('google:methods.email'));
    const page = await enter(browser, newClaims(), '/profile/google');
    expect(textOf(page.html)).toContain(t('google:linkConfirm'));
    const wrong = await confirm(browser, page, { password: 'not it' });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain(`<a href="#password">${t('errors:CURRENT_PASSWORD_WRONG')}</a>`);
    const linked = await confirm(browser, page, { password: person.password });
    expect(linked.address).toBe('/profile/security');
    expect(textOf(linked.html)).toContain(t('google:linked'));
    expect(card(linked)).toContain(t('google:methods.hybridText'));
    expect(card(linked)).toContain(t('google:unlink'));
  });

  test('shows Google alone, asks for a password first, and shows both', async () => {
    const browser = new TextBrowser(server.url);
    await confirm(browser, await enter(browser, newClaims()));
    expect(card(await browser.open('/profile/security'))).toContain(t('google:methods.googleText'));
    const unlink = await browser.open('/profile/google');
    expect(textOf(unlink.html)).toContain(t('google:unlinkNeedsPassword'));
    const set = await browser.open('/profile/password');
    const done = await browser.submit(set, set.form('newPassword'), {
      newPassword: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect(textOf(done.html)).toContain('Password set successfully! You can now use both login methods.');
    expect(card(done)).toContain(t('google:methods.hybrid'));
  });

  test('is read again without a script, and says whether it was up to date', async () => {
    const browser = signedIn(await createPerson(server));
    const page = await browser.open('/profile/security');
    const form = page.form('shown');
    expect(textOf((await browser.submit(page, form)).html)).toContain(t('google:verified'));
    const outdated = await browser.submit(page, form, { shown: 'hybrid' });
    expect(textOf(outdated.html)).toContain(t('google:verificationFailed'));
  });
});

test('only pages that offer Google allow anything of it in their policy', async () => {
  const browser = new TextBrowser(server.url);
  const member = signedIn(await createPerson(server));
  const policy = async (by: TextBrowser, path: string) =>
    (await by.open(path)).headers.get('content-security-policy') ?? '';
  for (const path of ['/login', '/register']) {
    const allowed = await policy(browser, path);
    expect(allowed).toContain(`${provider.url}/gsi/client`);
    expect(allowed).toContain("form-action 'self'");
    expect(allowed).not.toContain('unsafe');
  }
  expect(await policy(member, '/profile/google')).toContain(`frame-src 'self' ${provider.url}/gsi/`);
  for (const path of ['/forgot-password', '/legal/terms', '/accessibility'])
    expect(await policy(browser, path), path).not.toContain(provider.url);
  for (const path of ['/', '/profile', '/transactions'])
    expect(await policy(member, path), path).not.toContain(provider.url);
  const { headers } = await browser.open('/login');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect((await browser.open('/forgot-password')).headers.get('referrer-policy')).toBe('same-origin');
});

test('the library’s pages work in Hebrew too', async () => {
  const he = translator('he');
  const page = await new TextBrowser(server.url, 'he').open('/login');
  expect(textOf(page.html)).toContain(he('google:continue'));
  expect(page.html).toContain(`data-failed="${he('google:scriptFailed')}"`);
});

test('no line of the log has a token', async () => {
  const browser = new TextBrowser(server.url);
  const asked = linkOf(await browser.open('/login')).searchParams;
  const id_token = await provider.mint({ ...newClaims(), nonce: asked.get('nonce') });
  await confirm(browser, await comeBack(browser, { id_token }));
  // The log's own pipe may be slower than the answer.
  await expect.poll(() => server.logs).toContain('/google/return');
  for (const part of id_token.split('.')) expect(server.logs).not.toContain(part);
});

describe('without a client id', () => {
  let plain: RunningServer;

  beforeAll(async () => {
    plain = await startServer();
    await createPerson(plain);
  });

  afterAll(() => plain?.kill());

  test('Google is neither offered nor allowed, and its pages say why', async () => {
    const browser = new TextBrowser(plain.url);
    for (const path of ['/login', '/register']) {
      const { html, headers } = await browser.open(path);
      expect(html).not.toContain('data-google');
      expect(headers.get('content-security-policy')).not.toContain('gsi');
    }
    const asked = await browser.open('/google');
    expect(asked.address).toBe('/login');
    expect(textOf(asked.html)).toContain(t('errors:GOOGLE_DISABLED'));
    const member = new TextBrowser(plain.url);
    member.addCookies((await createPerson(plain)).cookies);
    const profile = await member.open('/profile/security');
    expect(profile.html).not.toContain('id="sign-in-methods"');
    expect(textOf(profile.html)).not.toContain('Google');
    expect(textOf((await member.open('/profile/google')).html)).toContain(t('errors:GOOGLE_DISABLED'));
  });
});
