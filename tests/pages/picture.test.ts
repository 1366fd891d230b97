import { beforeAll, describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { createPerson, type Person } from '../support/people.ts';
import { drawn, formWith, picture } from '../support/pictures.ts';

const PAGE = '/profile/picture';
const MOST = 5_242_880;

const server = declareOwnedServer();

const cookieOf = ({ cookies }: Person) => cookies.map((header) => header.split(';')[0]).join('; ');

const open = (path: string, person?: Person) =>
  fetch(server.url + path, { redirect: 'manual', headers: person ? { cookie: cookieOf(person) } : {} });

async function read(path: string, person: Person): Promise<string> {
  const response = await open(path, person);
  expect(response.status).toBe(200);
  return response.text();
}

async function tokenOf(person: Person): Promise<string> {
  return /name="_csrf" value="([^"]+)"/.exec(await read(PAGE, person))?.[1] ?? '';
}

/** As a text browser does: with its token, but neither `Origin` nor `Sec-Fetch-Site`. */
async function send(person: Person, form: FormData, headers: Record<string, string> = {}, path = PAGE) {
  if (!form.has('_csrf')) form.append('_csrf', await tokenOf(person));
  const init = { method: 'POST', redirect: 'manual' as const, body: form };
  return fetch(server.url + path, { ...init, headers: { cookie: cookieOf(person), ...headers } });
}

const picturesIn = (html: string) =>
  [...html.matchAll(/<img[^>]* src="(\/avatars\/[^"]+)"/g)].map(([, src]) => src);

describe.each(LOCALES)('in %s', (language_preference) => {
  const t = translator(language_preference);
  let person: Person;

  beforeAll(async () => {
    person = await createPerson(server, { language_preference });
  });

  test('initials are shown without a picture, and there is nothing to remove', async () => {
    const html = await read('/profile', person);
    expect(picturesIn(html)).toEqual([]);
    expect(textOf(html)).toContain(t('accounts:picture.add'));
    const remove = await open(`${PAGE}/remove`, person);
    expect([remove.status, remove.headers.get('location')]).toEqual([302, PAGE]);
  });

  test('an uploaded picture shows at once on every page, large only on its own', async () => {
    await read('/', person);
    const done = await send(person, formWith(await picture()));
    expect([done.status, done.headers.get('location')]).toEqual([303, '/profile']);
    const flash = done.headers
      .getSetCookie()
      .find((header) => header.includes('flash'))
      ?.split(';')[0];
    const profile = await fetch(`${server.url}/profile`, {
      headers: { cookie: `${cookieOf(person)}; ${flash}` },
    });
    expect(textOf(await profile.text())).toContain(t('accounts:picture.uploaded'));

    const dashboard = picturesIn(await read('/', person));
    expect(dashboard.length).toBeGreaterThan(0);
    expect(new Set(dashboard).size).toBe(1);
    expect(dashboard[0]).toMatch(/-96\.webp$/);
    expect((await open(dashboard[0] ?? '', person)).status).toBe(200);
    expect((await open(dashboard[0] ?? '')).status).toBe(404);
    expect(await read('/profile', person)).toMatch(/srcset="[^"]+-96\.webp 1x, [^"]+-512\.webp 2x"/);
  });

  test.each([
    ['nothing', async () => new Uint8Array(), 400, 'errors:pictureRequired'],
    ['HTML', async () => Buffer.from('<script>alert(1)</script>'), 400, 'errors:pictureUnreadable'],
    ['too many pixels', () => drawn(6000, 6000).png().toBuffer(), 400, 'errors:picturePixels'],
    ['a byte too many', async () => new Uint8Array(MOST + 1), 413, 'errors:pictureTooLarge'],
    ['far too much', async () => new Uint8Array(3 * MOST), 413, 'errors:pictureTooLarge'],
  ] as const)(
    '%s is refused beside its field, and the picture stays',
    async (_what, make, status, message) => {
      const before = picturesIn(await read('/profile', person));
      const refused = await send(person, formWith(await make()));
      expect(refused.status).toBe(status);
      const html = await refused.text();
      expect(html).toContain(`<a href="#profilePicture">${t(message)}</a>`);
      expect(html).toMatch(new RegExp(`id="profilePicture-error"[^>]*>\\s*${t(message)}\\s*</p>`));
      expect(html).toMatch(/<input[^>]*name="profilePicture"[^>]*aria-invalid="true"/);
      expect(html).not.toContain('[object File]');
      expect(html).toContain(
        `<title>${t('common:errorPrefix', { title: t('accounts:picture.title') })} | Pruta</title>`,
      );
      expect(picturesIn(await read('/profile', person))).toEqual(before);
    },
  );

  test('a picture is removed after a confirmation', async () => {
    const question = await read(`${PAGE}/remove`, person);
    expect(textOf(question)).toContain(t('accounts:picture.removeText'));
    expect(picturesIn(await read('/', person)).length).toBeGreaterThan(0);
    const removed = await send(person, new FormData(), {}, `${PAGE}/remove`);
    expect([removed.status, removed.headers.get('location')]).toEqual([303, '/profile']);
    expect(picturesIn(await read('/', person))).toEqual([]);
  });
});

test('nobody can upload for another person: not from another site, not without the form’s token, not unsigned', async () => {
  const [person, other] = [await createPerson(server), await createPerson(server)];
  const bytes = await picture();
  const strange = formWith(bytes);
  strange.append('_csrf', 'x'.repeat(32));
  const borrowed = formWith(bytes);
  borrowed.append('_csrf', await tokenOf(other));
  for (const [form, headers] of [
    [formWith(bytes), { origin: 'https://elsewhere.example' }],
    [formWith(bytes), { 'sec-fetch-site': 'cross-site' }],
    [strange, {}],
    [borrowed, {}],
  ] as const) {
    expect((await send(person, form, headers)).status).toBe(403);
  }
  expect(picturesIn(await read('/profile', person))).toEqual([]);

  const led = await open(PAGE);
  expect([led.status, led.headers.get('location')]).toEqual([302, '/login?return=%2Fprofile%2Fpicture']);
  const stranger = await fetch(server.url + PAGE, {
    method: 'POST',
    body: formWith(new Uint8Array(200_000)),
  });
  expect(stranger.status).toBe(401);
});

test('other pages have the usual size limit', async () => {
  const person = await createPerson(server);
  const refused = await send(person, formWith(new Uint8Array(200_000)), {}, '/profile');
  expect(refused.status).toBe(413);
});
