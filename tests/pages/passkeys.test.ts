import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { type Asked, Authenticator, type Lies } from '../support/authenticator.ts';
import { textOf } from '../support/html.ts';
import { outboxMessageTo, readOutbox, tokenIn } from '../support/mailbox.ts';
import { browserOf } from '../support/newcomer.ts';
import { createPerson, type Person } from '../support/people.ts';
import { freePort } from '../support/port.ts';
import { restrict } from '../support/restrictions.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { TextBrowser, type TextPage } from '../support/text-browser.ts';

const t = translator('en');

let server: RunningServer;
let origin: string;

beforeAll(async () => {
  const PORT = String(await freePort());
  origin = `http://localhost:${PORT}`;
  server = await startServer({ PORT, PUBLIC_URL: origin });
  await createPerson(server);
});

afterAll(() => server?.kill());

const mainOf = ({ html }: TextPage) => textOf(html.slice(html.indexOf('<main')));

function askedBy({ html }: TextPage): Asked {
  const [, options = ''] = /data-options="([^"]*)"/.exec(html) ?? [];
  return JSON.parse(options.replaceAll(/&(quot|#34);/g, '"').replaceAll(/&(amp|#38);/g, '&') || '{}');
}

async function begin(browser: TextBrowser, person: Person, name = 'Phone'): Promise<TextPage> {
  const page = await browser.open('/profile/passkeys');
  return browser.submit(page, page.form('password'), { name, password: person.password });
}

async function add(
  browser: TextBrowser,
  person: Person,
  authenticator: Authenticator,
  lies?: Lies,
): Promise<TextPage> {
  const page = await begin(browser, person);
  const credential = authenticator.create(askedBy(page), lies);
  return browser.submit(page, page.form('credential'), { credential });
}

async function enter(
  authenticator: Authenticator,
  {
    lies,
    browser = new TextBrowser(server.url),
    to = '/profile',
  }: { lies?: Lies; browser?: TextBrowser; to?: string } = {},
): Promise<TextPage> {
  const page = await browser.open(`/login/passkey?return=${to}`);
  const credential = authenticator.get(askedBy(page), lies);
  return browser.submit(page, page.form('credential'), { credential });
}

async function newHolder() {
  const person = await createPerson(server);
  const browser = browserOf(server, person);
  const authenticator = new Authenticator(origin);
  expect(mainOf(await add(browser, person, authenticator))).toContain('Phone');
  return { person, browser, authenticator };
}

test('a passkey signs in without password and code, is told by mail, and is listed and removed', async () => {
  const before = await new TextBrowser(server.url).open('/login');
  expect(before.html).not.toContain('/login/passkey');
  const { person, browser, authenticator } = await newHolder();
  expect((await new TextBrowser(server.url).open('/login')).html).toContain('href="/login/passkey"');

  const { db } = await server.database();
  await db
    .insertInto('second_factors')
    .values({ user_id: person.id, secret: 'x', confirmed_at: new Date().toISOString(), last_step: 0 })
    .execute();
  const home = await enter(authenticator, { to: '/transactions' });
  expect([home.status, home.address]).toEqual([200, '/transactions']);

  const list = await browser.open('/profile/passkeys');
  expect(mainOf(list)).toContain('last used');
  expect((await outboxMessageTo(server.dataDir, person.email)).text).toContain('“Phone”');

  const [, button = ''] = /name="(passkey=[^"]+)"/.exec(list.html) ?? [];
  const removed = await browser.post('/profile/passkeys', { ...list.form('passkey').fields, [button]: '' });
  expect(textOf(removed.html)).toContain(t('passkeys:removed'));
  const mails = async () => (await readOutbox(server.dataDir)).map(({ subject }) => subject);
  await expect.poll(mails).toContain('A passkey of your account at Pruta was removed');
  const refused = await enter(authenticator);
  expect([refused.status, mainOf(refused)]).toEqual([
    401,
    expect.stringContaining(t('errors:PASSKEY_REFUSED')),
  ]);
});

test('one is made only after the password, for this session, once, by a device that verifies its owner', async () => {
  const person = await createPerson(server);
  const browser = browserOf(server, person);
  const page = await browser.open('/profile/passkeys');
  const wrong = await browser.submit(page, page.form('password'), { name: 'x', password: 'not it' });
  expect([wrong.status, askedBy(wrong)]).toEqual([400, {}]);
  const begun = await begin(browser, person);
  const post = async (credential: string, from = browser) => {
    const answer = await from.submit(begun, begun.form('credential'), { credential });
    return [answer.status, mainOf(answer).includes(t('errors:passkeyNotMade'))];
  };
  const asked = askedBy(begun);
  const lies: Lies[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { type: 'webauthn.get' },
    { isUnverified: true },
    // A challenge of the sign-in, which needs no password.
    { challenge: askedBy(await new TextBrowser(server.url).open('/login/passkey')).challenge },
    { challenge: 'x'.repeat(80) },
  ];
  for (const lie of lies)
    expect(await post(new Authenticator(origin).create(asked, lie)), JSON.stringify(lie)).toEqual([
      400,
      true,
    ]);
  for (const rubbish of ['', '{}', 'x', '[]', '{"id":"x"}', 'x'.repeat(20_000)])
    expect((await post(rubbish))[0], rubbish.slice(0, 20)).toBe(400);
  const other = await createPerson(server);
  const stranger = browserOf(server, other);
  const strange = await stranger.open('/profile/passkeys');
  const stolen = await stranger.post('/profile/passkeys', {
    ...strange.form('password').fields,
    name: 'x',
    credential: new Authenticator(origin).create(asked),
  });
  expect(stolen.status).toBe(400);

  expect(await post(new Authenticator(origin).create(asked))).toEqual([200, false]);
  expect(await post(new Authenticator(origin).create(asked))).toEqual([400, true]);
});

test('an answer counts once, in its browser, for five minutes, from the right site, and signed by the right key', async () => {
  const { authenticator } = await newHolder();
  const page = await new TextBrowser(server.url).open('/login/passkey');
  const lies: Lies[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { type: 'webauthn.create' },
    { isUnverified: true },
    { signer: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
    { challenge: askedBy(page).challenge },
    { challenge: 'x'.repeat(80) },
  ];
  for (const lie of lies)
    expect((await enter(authenticator, { lies: lie })).status, JSON.stringify(lie)).toBe(401);
  expect((await enter(new Authenticator(origin))).status).toBe(401);

  const browser = new TextBrowser(server.url);
  const open = await browser.open('/login/passkey?return=/profile');
  const credential = authenticator.get(askedBy(open));
  const copy = new TextBrowser(server.url);
  copy.addCookies(browser.cookies.split('; '));
  const entered = await browser.submit(open, open.form('credential'), { credential });
  expect(entered.address).toBe('/profile');
  expect((await copy.submit(open, open.form('credential'), { credential })).status).toBe(401);
  for (const rubbish of ['', '{}', 'null'])
    expect((await copy.submit(open, open.form('credential'), { credential: rubbish })).status).toBe(401);
  // A copy of the device counts from an earlier use on.
  expect((await enter(authenticator, { lies: { counter: 1 } })).status).toBe(401);
  expect((await enter(authenticator)).address).toBe('/profile');
  expect((await enter(authenticator, { to: '//evil.example' })).address).toBe('/');
  // The device and its copy at the same time.
  const twins = await Promise.all([1, 2].map(() => enter(authenticator, { lies: { counter: 60 } })));
  expect(twins.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(server.logs).not.toMatch(/"status":5/);
});

test('a changed password keeps passkeys, a block suspends them, and one set by a mailed link ends them', async () => {
  const { person, browser, authenticator } = await newHolder();
  const page = await browser.open('/profile/password');
  const next = 'Neues-Pferd-10';
  await browser.submit(page, page.form('currentPassword'), {
    currentPassword: person.password,
    newPassword: next,
    confirmPassword: next,
  });
  expect((await enter(authenticator)).address).toBe('/profile');
  const { db } = await server.database();
  await restrict(db, person.id);
  expect((await enter(authenticator)).status).toBe(403);
  await db.deleteFrom('restrictions').where('user_id', '=', person.id).execute();
  expect((await enter(authenticator)).address).toBe('/profile');

  const asking = new TextBrowser(server.url);
  const forgot = await asking.open('/forgot-password');
  await asking.submit(forgot, forgot.form('email'), { email: person.email });
  const mailed = async () => {
    const mails = await readOutbox(server.dataDir);
    return mails.find(
      ({ to, text }) => to?.[0]?.address === person.email && text?.includes('/reset-password/'),
    );
  };
  await expect.poll(mailed).toBeTruthy();
  const link = `/reset-password/${tokenIn((await mailed()) ?? expect.fail(), 'reset-password')}`;
  const reset = await asking.open(link);
  await asking.submit(reset, reset.form('newPassword'), { newPassword: next, confirmPassword: next });
  expect((await enter(authenticator)).status).toBe(401);
});
