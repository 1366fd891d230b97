import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { hashToken } from '../../src/domain/sessions/tokens.ts';
import { isolated } from '../../src/i18n/isolated.ts';
import { translator } from '../../src/i18n/translate.ts';
import { LEGAL_VERSION } from '../../src/product.ts';
import { formsOf, textOf } from '../support/html.ts';
import { outboxMessageTo } from '../support/mailbox.ts';
import { browserOf } from '../support/newcomer.ts';
import { type OidcProvider, startOidcProvider } from '../support/oidc-provider.ts';
import { hashOf, STORED } from '../support/passwords.ts';
import { createPerson, type Person } from '../support/people.ts';
import { restrict } from '../support/restrictions.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { TextBrowser, type TextPage } from '../support/text-browser.ts';

const t = translator('en');
const NAME = { provider: isolated('Haus') };

let provider: OidcProvider;
let server: RunningServer;
let people = 0;

beforeAll(async () => {
  provider = await startOidcProvider();
  server = await startServer(provider.environment);
  await createPerson(server);
});

beforeEach(() => {
  Object.assign(provider, { forge: {}, signsFalsely: false, hidesAddress: false });
  for (const part of ['discovery', 'token', 'keys', 'userinfo'] as const) provider.fail(part, null);
  provider.person = newClaims();
});

afterAll(async () => {
  await server?.kill();
  await provider?.stop();
});

function newClaims() {
  people += 1;
  const name = `levi.${process.pid}.${people}`;
  return { sub: name, email: `${name}@example.org`, email_verified: true, name: 'Noa Levi' };
}

/** Presses the button of a page, and returns the provider's page. */
async function begin(browser: TextBrowser, from = '/login'): Promise<string> {
  const { html } = await browser.open(from);
  const [, link = ''] = /href="(\/oidc\/start[^"]*)"/.exec(html) ?? [];
  return start(browser, link.replaceAll(/&(#38|amp);/g, '&'));
}

async function start(browser: TextBrowser, address: string): Promise<string> {
  const answer = await fetch(server.url + address, {
    redirect: 'manual',
    headers: { cookie: browser.cookies },
  });
  browser.addCookies(answer.headers.getSetCookie());
  return answer.headers.get('location') ?? '';
}

async function comeBack(browser: TextBrowser, page: string): Promise<TextPage> {
  return browser.open((await provider.visit(page)).slice(server.url.length));
}

const enter = async (browser: TextBrowser, from?: string) => comeBack(browser, await begin(browser, from));

const newBrowser = (language?: string) => new TextBrowser(server.url, language);

// The page's form, not those of the header for theme and language.
function confirm(browser: TextBrowser, page: TextPage, typed = {}): Promise<TextPage> {
  const [form] = formsOf(page.html.slice(page.html.indexOf('<main')));
  if (!form) throw new Error(`No form on ${page.address}`);
  return browser.submit(page, { ...form, action: '/oidc' }, { acceptedTerms: LEGAL_VERSION, ...typed });
}

async function openAccount(): Promise<TextBrowser> {
  const browser = newBrowser();
  const home = await confirm(browser, await enter(browser));
  expect([home.status, home.address]).toEqual([200, '/']);
  return browser;
}

const mainOf = ({ html }: TextPage) => textOf(html.slice(html.indexOf('<main')));

async function idOf(email = ''): Promise<string> {
  const { db } = await server.database();
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

async function changeAccount(email: string, changes: object): Promise<void> {
  const { db } = await server.database();
  await db.updateTable('users').set(changes).where('email', '=', email).execute();
}

const browserOfPerson = (person: Person) => browserOf(server, person);

test('a new person sees what the account will have, agrees, and later signs in without a question', async () => {
  const browser = newBrowser();
  const page = await enter(browser, '/login?return=/transactions');
  expect(page.address).toBe('/oidc');
  expect(mainOf(page)).toContain(`${t('oidc:confirmText', NAME)} ${provider.person?.email}`);
  const refused = await confirm(browser, page, { acceptedTerms: '' });
  expect([refused.status, (await browser.open('/profile')).address]).toEqual([
    400,
    '/login?return=%2Fprofile',
  ]);
  const wanted = await confirm(browser, page, { language_preference: 'he', currency_preference: 'EUR' });
  expect([wanted.status, wanted.address]).toEqual([200, '/transactions']);
  expect(browser.cookies).not.toContain('pruta_oidc');
  // The copy of a form that was sent is worth nothing, and the account is not opened twice.
  expect((await browser.open('/oidc')).address).toBe('/profile/security');

  const again = newBrowser();
  expect((await enter(again, '/login?return=/categories')).address).toBe('/categories');
  const profile = await again.open('/profile');
  expect(profile.html).toContain('Noa Levi');
  expect(profile.html).toMatch(/<html[^>]*lang="he"/);
});

test('the provider gets a hash, random text and our address, and what we keep is sealed in a cookie', async () => {
  const browser = newBrowser();
  const page = new URL(await begin(browser));
  const { state, nonce, code_challenge, ...rest } = Object.fromEntries(page.searchParams);
  for (const random of [state, nonce, code_challenge]) expect(random).toMatch(/^[\w-]{43}$/);
  expect(rest).toEqual({
    client_id: provider.environment.OIDC_CLIENT_ID,
    redirect_uri: `${server.url}/oidc/return`,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  });
  const [, stored = ''] = /pruta_oidc=([\w-]+)/.exec(browser.cookies) ?? [];
  expect(Buffer.from(stored, 'base64url').toString('latin1')).not.toContain(state);
});

test('another site as the destination leads home', async () => {
  await openAccount();
  for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    const browser = newBrowser();
    expect((await enter(browser, `/login?return=${encodeURIComponent(elsewhere)}`)).address).toBe('/');
    const answer = await fetch(`${server.url}/oidc/start?return=${encodeURIComponent(elsewhere)}`, {
      redirect: 'manual',
    });
    expect(answer.headers.get('location')).toMatch(provider.url.slice(0, 20));
  }
});

describe('an account with the address', () => {
  test('is linked and told, if the provider has verified it', async () => {
    const member = await createPerson(server);
    provider.person = { ...newClaims(), email: member.email };
    const browser = newBrowser();
    // Who has a password proves it first.
    expect(mainOf(await enter(browser))).toContain(t('errors:oidcSignInFirst'));
    await changeAccount(member.email, { password_hash: null });
    expect((await enter(browser)).address).toBe('/');
    expect((await browser.open('/profile')).html).toContain(member.email);
    expect(mainOf(await browser.open('/profile/security'))).toContain('Haus');
  });

  test('is left alone, if the provider has not verified it, and a new one verifies it by our mail', async () => {
    const member = await createPerson(server);
    provider.person = { ...newClaims(), email: member.email, email_verified: false };
    const browser = newBrowser();
    const page = await enter(browser);
    expect([page.address, mainOf(page)]).toEqual([
      '/login',
      expect.stringContaining(t('errors:oidcSignInFirst')),
    ]);
    provider.person = { ...newClaims(), email_verified: false };
    const opened = await confirm(browser, await enter(browser));
    const { email } = provider.person;
    expect(mainOf(opened)).toContain(t('accounts:unconfirmed', { email: String(email) }));
    const again = await enter(newBrowser());
    expect([again.address, mainOf(again)]).toEqual([
      '/verify-email',
      expect.stringContaining(t('errors:EMAIL_NOT_VERIFIED')),
    ]);
  });

  test('is left alone after its owner unlinked it; linking needs the password', async () => {
    const member = await createPerson(server);
    const browser = browserOfPerson(member);
    const wrong = await confirm(browser, await enter(browser, '/profile/oidc'), { password: 'not it' });
    expect([wrong.status, mainOf(wrong)]).toEqual([
      400,
      expect.stringContaining(t('errors:CURRENT_PASSWORD_WRONG')),
    ]);
    const linked = await confirm(browser, wrong, { password: member.password });
    expect([linked.address, textOf(linked.html)]).toEqual([
      '/profile/security',
      expect.stringContaining(t('oidc:linked', NAME)),
    ]);
    expect((await enter(newBrowser())).address).toBe('/');

    provider.person = { ...newClaims(), email: member.email };
    const second = await enter(newBrowser());
    expect(mainOf(second)).toContain(t('errors:oidcSignInFirst'));

    const form = await browser.open('/profile/oidc');
    const unlinked = await browser.submit(form, form.form('password'), { password: member.password });
    expect(textOf(unlinked.html)).toContain(t('oidc:unlinked', NAME));
    expect(mainOf(await enter(newBrowser()))).toContain(t('errors:oidcSignInFirst'));
  });

  test('that another provider had linked is linked anew, and one of somebody else here is not', async () => {
    const member = await createPerson(server);
    provider.person = { ...newClaims(), email: member.email };
    const somebody = { oidc_id: `${provider.url} somebody`, oauth_provider: 'oidc', password_hash: null };
    await changeAccount(member.email, somebody);
    expect(mainOf(await enter(newBrowser()))).toContain(t('errors:oidcSignInFirst'));
    await changeAccount(member.email, { oidc_id: 'https://before.example/ somebody' });
    expect((await enter(newBrowser())).address).toBe('/');
  });

  test('signs in anew before its session ends', async () => {
    const browser = await openAccount();
    const sessions = async () => {
      const { db } = await server.database();
      const user_id = await idOf(provider.person?.email);
      return db.selectFrom('sessions').select('id').where('user_id', '=', user_id).execute();
    };
    const [before] = await sessions();
    const page = await comeBack(browser, await start(browser, '/oidc/start?return=/categories'));
    expect(page.address).toBe('/categories');
    const after = await sessions();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual([before]);
  });
});

test('an address that only the answer about the person has is found, and none is said so', async () => {
  provider.hidesAddress = true;
  expect((await enter(newBrowser())).address).toBe('/oidc');
  provider.person = { sub: newClaims().sub };
  const page = await enter(newBrowser());
  expect(mainOf(page)).toContain(t('errors:oidcNoEmail'));
});

test('a second factor is asked for, as after a password', async () => {
  await openAccount();
  const { db } = await server.database();
  const id = await idOf(provider.person?.email);
  await db
    .insertInto('second_factors')
    .values({ user_id: id, secret: 'x', confirmed_at: new Date().toISOString(), last_step: 0 })
    .execute();
  const page = await enter(newBrowser(), '/login?return=/transactions');
  expect(page.address).toBe('/login/code?return=%2Ftransactions');
});

describe('refused in words, in both languages', () => {
  test.each(['en', 'he'] as const)(
    '%s',
    async (language) => {
      const t = translator(language);
      const saying = async (text: string, page: TextPage) => {
        expect([page.status, page.address, mainOf(page)]).toEqual([
          200,
          '/login',
          expect.stringContaining(text),
        ]);
      };
      const browser = newBrowser(language);

      provider.person = null;
      await saying(t('errors:oidcDenied'), await enter(browser));
      provider.person = newClaims();

      // In another browser, with a foreign state, a second time, and with a code that was used.
      const page = await begin(browser);
      await saying(t('errors:oidcOver'), await comeBack(newBrowser(language), page));
      await saying(t('errors:oidcOver'), await comeBack(browser, page.replace(/state=[^&]+/, 'state=x')));
      const cookies = newBrowser(language);
      const once = await provider.visit(await begin(cookies));
      const copy = newBrowser(language);
      copy.addCookies(cookies.cookies.split('; '));
      expect((await cookies.open(once.slice(server.url.length))).address).toBe('/oidc');
      await saying(t('errors:oidcOver'), await cookies.open(once.slice(server.url.length)));
      await saying(t('errors:oidcOver'), await copy.open(once.slice(server.url.length)));
      await saying(t('errors:oidcOver'), await browser.open('/oidc/return?code=x&state=y'));
      await saying(t('errors:oidcOver'), await browser.open('/oidc/return'));
      await saying(t('errors:oidcOver'), await browser.open('/oidc'));

      for (const forge of [
        { nonce: 'another' },
        { nonce: undefined },
        { aud: 'somebody else' },
        { iss: 'https://evil.example' },
        { exp: 1 },
        { sub: 'x'.repeat(300) },
      ]) {
        provider.forge = forge as typeof provider.forge;
        await saying(
          forge.nonce === undefined && 'nonce' in forge
            ? t('errors:OIDC_UNAVAILABLE')
            : t('errors:OIDC_AUTH_ERROR'),
          await enter(browser),
        );
      }
      provider.forge = {};
      provider.signsFalsely = true;
      await saying(t('errors:OIDC_UNAVAILABLE'), await enter(browser));
      provider.signsFalsely = false;

      for (const fault of [
        'down',
        'rubbish',
        'endless',
        'redirect',
        ...(language === 'en' ? ['silent'] : []),
      ]) {
        provider.fail('token', fault as 'down');
        await saying(t('errors:OIDC_UNAVAILABLE'), await enter(browser));
      }
      provider.fail('token', null);
      provider.hidesAddress = true;
      provider.fail('userinfo', 'rubbish');
      await saying(t('errors:OIDC_UNAVAILABLE'), await enter(browser));
      expect(server.logs).not.toMatch(/"status":5/);
    },
    60_000,
  );
});

test('what another page sends here is no attempt, and is not counted as one', async () => {
  const strict = await startServer({ ...provider.environment, RATE_LIMIT_SCALE: '1' });
  const keep = server;
  try {
    server = strict;
    const { email, password } = await createPerson(server);
    for (let turn = 0; turn < 12; turn += 1)
      expect((await newBrowser().open('/oidc/return?state=x&code=x')).address).toBe('/login');
    const browser = newBrowser();
    // Two tabs: the later one goes on.
    const [first, second] = [await begin(browser), await begin(browser)];
    expect(mainOf(await comeBack(browser, first))).toContain(t('errors:oidcOver'));
    expect((await comeBack(browser, second)).address).toBe('/oidc');
    const guest = newBrowser();
    const page = await guest.open('/login');
    expect((await guest.submit(page, page.form('password'), { email, password })).status).toBe(200);
  } finally {
    server = keep;
    await strict.kill();
  }
});

test('only its owner, who has just signed in, links an account without a password', async () => {
  const browser = await openAccount();
  const { email = '' } = provider.person ?? {};
  await changeAccount(email, { oidc_id: null });
  const page = await comeBack(browser, await start(browser, '/oidc/start'));
  const { db } = await server.database();
  const created_at = new Date(Date.now() - 16 * 60_000).toISOString();
  await db
    .updateTable('sessions')
    .set({ created_at })
    .where('user_id', '=', await idOf(email))
    .execute();
  const refused = await confirm(browser, page);
  expect([refused.status, mainOf(refused)]).toEqual([
    403,
    expect.stringContaining(t('errors:SIGN_IN_AGAIN')),
  ]);
});

test('a person who is blocked learns why', async () => {
  await openAccount();
  const { db } = await server.database();
  const id = await idOf(provider.person?.email);
  await restrict(db, id);
  expect((await enter(newBrowser())).address).toMatch(/^\/blocked/);
});

test('with registration closed, only people with an account get in', async () => {
  const closing = await startServer(provider.environment);
  const keep = server;
  try {
    server = closing;
    await createPerson(server);
    const { db } = await server.database();
    const setting = {
      key: 'registration_enabled',
      value: 'false',
      description: null,
      category: 'general',
      updated_by: '',
    };
    await db
      .insertInto('settings')
      .values({ ...setting, updated_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'false' }))
      .execute();
    await expect
      .poll(async () => mainOf(await enter(newBrowser())))
      .toContain(t('errors:REGISTRATION_CLOSED'));
  } finally {
    server = keep;
    await closing.kill();
  }
});

describe('as the only way in', () => {
  let open: RunningServer;

  beforeAll(async () => {
    open = server;
    server = await startServer({ ...provider.environment, OIDC_ONLY: 'on', GOOGLE_CLIENT_ID: 'x' });
  });

  afterAll(async () => {
    await server.kill();
    server = open;
  });

  test('the first person owns the instance, and passwords are for owners alone', async () => {
    const browser = newBrowser();
    const first = await begin(browser, '/register');
    const home = await confirm(browser, await comeBack(browser, first));
    expect([home.status, home.address]).toEqual([200, '/admin']);

    const login = await newBrowser().open('/login');
    expect(login.html).not.toMatch(/name="password"|Google|href="\/(register|forgot-password)/);
    for (const closed of ['/forgot-password', '/reset-password/x'])
      expect((await newBrowser().open(closed)).address).toBe('/login');
    const api = (path: string, body: object) =>
      fetch(`${server.url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { email = '' } = provider.person ?? {};
    const asked = await api('/users/password-reset-request', { email });
    expect([asked.status, (await asked.json()).error.code]).toEqual([403, 'OIDC_ONLY']);

    // As the host's command does.
    const { db } = await server.database();
    const password = 'Neues-Pferd-10';
    await changeAccount(email, { password_hash: hashOf(password, STORED) });
    const owner = newBrowser();
    const page = await owner.open('/login?password');
    const entered = await owner.submit(page, page.form('password'), { email, password });
    expect(entered.address).toBe('/admin');
    const unlink = (page: TextPage) => owner.submit(page, page.form('password'), { password });
    const form = await owner.open('/profile/oidc');
    await db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute();
    expect((await api('/users/login', { email, password })).status).toBe(401);
    // Nobody locks himself out, not even before the other ways were closed.
    expect((await unlink(form)).status).toBe(403);
    await changeAccount(email, { oidc_id: null, oidc_refused: 1 });
    expect((await enter(newBrowser())).address).toBe('/admin');
    // Who has a password here proves it first.
    await changeAccount(email, { oidc_id: null, role: 'super_admin' });
    expect(mainOf(await enter(newBrowser()))).toContain(t('errors:oidcSignInFirst'));
  });

  test('an invitation opens an account by the provider while registration is closed', async () => {
    const { db } = await server.database();
    const now = new Date().toISOString();
    const setting = { key: 'registration_enabled', value: 'false', description: null, category: 'general' };
    await db
      .insertInto('settings')
      .values({ ...setting, updated_by: '', updated_at: now })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'false' }))
      .execute();
    const token = 'i'.repeat(32);
    const owner = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'super_admin')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('invitations')
      .values({
        id: newId(new Date()),
        hash: hashToken(token),
        uses_left: 1,
        expires_at: '2099-01-01T00:00:00.000Z',
        inviter_id: owner.id,
        created_by: '',
        created_at: now,
      })
      .execute();
    await expect
      .poll(async () => mainOf(await enter(newBrowser())))
      .toContain(t('errors:REGISTRATION_CLOSED'));
    const browser = newBrowser();
    const page = await enter(browser, `/register?invitation=${token}`);
    expect((await confirm(browser, page)).address).toBe('/');
    await db
      .updateTable('known_devices')
      .set(({ fn, lit }) => ({ hash: fn('substr', ['hash', lit(2)]) }))
      .execute();
    await enter(newBrowser());
    const { email = '' } = provider.person ?? {};
    const told = () => outboxMessageTo(server.dataDir, email).then(({ text }) => text);
    await expect.poll(told).toContain('/profile/sessions');
    expect(await told()).not.toMatch(/forgot-password|new password/);
    provider.person = newClaims();
    const late = newBrowser();
    expect(mainOf(await comeBack(late, await start(late, `/oidc/start?invitation=${token}`)))).toContain(
      t('errors:REGISTRATION_CLOSED'),
    );
  });
});
