import { expect, test } from 'vitest';
import { declareOwnedServer } from '../../support/owned-server.ts';
import { createPerson } from '../../support/people.ts';

const server = declareOwnedServer();

const CHANGED = {
  fontSize: 'xl',
  theme: 'dark',
  highContrast: 'on',
  reducedMotion: 'on',
  screenReader: 'on',
};
const ATTRIBUTES = [
  'data-theme',
  'data-contrast',
  'data-fs',
  'data-motion',
  'data-focus',
  'data-reader',
  'data-announcements',
];

function browserWith(setCookies: string[] = []) {
  const jar = new Map<string, string>();
  const addCookies = (headers: string[]) => {
    for (const header of headers) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (/Max-Age=0/i.test(header)) jar.delete(name);
      else jar.set(name, value);
    }
  };
  addCookies(setCookies);
  return async (path: string, form?: Record<string, string>) => {
    const headers = { cookie: [...jar].map((pair) => pair.join('=')).join('; '), origin: server.url };
    const body = form && new URLSearchParams(form);
    const response = await fetch(server.url + path, {
      method: form ? 'POST' : 'GET',
      headers,
      body: body ?? null,
      redirect: 'manual',
    });
    addCookies(response.headers.getSetCookie());
    return { status: response.status, html: await response.text() };
  };
}

function attributesOf(html: string): Record<string, string> {
  const tag = /<html[^>]*>/.exec(html)?.[0] ?? '';
  const attributes = ATTRIBUTES.map((name) => [name, new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]]);
  return Object.fromEntries(attributes.filter(([, value]) => value !== undefined));
}

const UNTOUCHED = { 'data-theme': 'auto' };
const APPLIED = {
  'data-theme': 'dark',
  'data-contrast': 'high',
  'data-fs': 'xl',
  'data-motion': 'reduced',
  'data-focus': 'browser',
  'data-reader': 'on',
  'data-announcements': 'off',
};

async function changeAndReset(visit: ReturnType<typeof browserWith>, elsewhere: string): Promise<void> {
  expect(attributesOf((await visit(elsewhere)).html)).toEqual(UNTOUCHED);

  expect((await visit('/accessibility', { action: 'save', ...CHANGED })).status).toBe(303);
  const shown = await visit('/accessibility');
  expect(attributesOf((await visit(elsewhere)).html)).toEqual(APPLIED);
  expect(shown.html).toMatch(/<input(?=[^>]*value="xl")[^>]* checked/);
  expect(shown.html).toMatch(/<input(?=[^>]*name="highContrast")[^>]* checked/);
  expect(shown.html).not.toMatch(/<input(?=[^>]*name="announcements")[^>]* checked/);

  expect((await visit('/accessibility', { action: 'reset', ...CHANGED })).status).toBe(303);
  const reset = await visit('/accessibility');
  expect(attributesOf(reset.html)).toEqual(UNTOUCHED);
  expect(reset.html).toMatch(/<input(?=[^>]*value="medium")[^>]* checked/);
  expect(reset.html).toMatch(/<input(?=[^>]*name="announcements")[^>]* checked/);
  expect(reset.html).toMatch(/<input(?=[^>]*name="focusVisible")[^>]* checked/);
}

test('a guest saves settings for this browser alone, and resets them', async () => {
  await changeAndReset(browserWith(), '/legal/terms');
  expect(attributesOf((await browserWith()('/legal/terms')).html)).toEqual(UNTOUCHED);
});

test('a signed-in person saves settings into the account, and resets them', async () => {
  const person = await createPerson(server);
  await changeAndReset(browserWith(person.cookies), '/');
  await browserWith(person.cookies)('/accessibility', CHANGED);
  expect(attributesOf((await browserWith(person.cookies)('/')).html)).toEqual(APPLIED);
});

test('a theme of this browser session is replaced by the one saved in the account', async () => {
  const person = await createPerson(server);
  const visit = browserWith(person.cookies);
  await visit('/preferences/visit', { theme: 'light' });
  expect(attributesOf((await visit('/')).html)['data-theme']).toBe('light');
  await visit('/accessibility', { fontSize: 'medium', theme: 'dark' });
  expect(attributesOf((await visit('/')).html)['data-theme']).toBe('dark');
});

test('signing out deletes the choices of this browser session', async () => {
  const visit = browserWith();
  await visit('/accessibility', CHANGED);
  expect(attributesOf((await visit('/legal/terms')).html)).toEqual(APPLIED);
  await visit('/logout', {});
  expect(attributesOf((await visit('/legal/terms')).html)).toEqual(UNTOUCHED);
});

test('a size that does not exist is refused beside its field, and nothing changes', async () => {
  const visit = browserWith();
  const { status, html } = await visit('/accessibility', { ...CHANGED, fontSize: 'enormous' });
  expect(status).toBe(400);
  expect(html).toContain('href="#fontSize"');
  expect(html).toContain('id="fontSize-error"');
  expect(html).toMatch(/<input(?=[^>]*name="highContrast")[^>]* checked/);
  expect(attributesOf((await visit('/accessibility')).html)).toEqual(UNTOUCHED);
});

test('Cancel returns to the previous page, and never to another site', async () => {
  const cancelOf = (html: string) => /<a class="button button-quiet" href="([^"]*)"/.exec(html)?.[1];
  const visit = browserWith();
  expect(cancelOf((await visit('/accessibility?return=/legal/terms')).html)).toBe('/legal/terms');
  expect(cancelOf((await visit('/accessibility?return=//evil.example/')).html)).toBe('/');
  expect(cancelOf((await visit('/accessibility')).html)).toBe('/');
});

const BUTTON = /<a[^>]*class="[^"]*display-button/;

test('the button is hidden for a visit and shown again, by guests and people who are signed in', async () => {
  const person = await createPerson(server);
  for (const [cookies, page] of [
    [[], '/legal/terms'],
    [person.cookies, '/transactions'],
  ] as const) {
    const visit = browserWith([...cookies]);
    expect((await visit(page)).html).toMatch(BUTTON);
    expect((await visit('/preferences/visit', { displayButton: 'hidden' })).status).toBe(303);
    const settings = await visit('/accessibility');
    expect(settings.html).toContain('displayButton=shown');
    expect(settings.html).toContain('The button is hidden until you close the browser');
    const { html } = await visit(page);
    expect(html).not.toMatch(BUTTON);
    expect(html).toContain('<a href="/accessibility" data-panel');
    await visit('/preferences/visit', { displayButton: 'shown' });
    expect((await visit(page)).html).toMatch(BUTTON);
  }
  expect((await browserWith(person.cookies)('/')).html).toMatch(BUTTON);
});
