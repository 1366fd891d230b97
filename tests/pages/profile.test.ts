import { beforeAll, expect, test } from 'vitest';
import { askApi } from '../support/ask-api.ts';
import { formsOf } from '../support/html.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { createPerson, type Person } from '../support/people.ts';
import { TODAY } from '../support/today.ts';

const server = declareOwnedServer();
let person: Person;

beforeAll(async () => {
  person = await createPerson(server);
});

const cookie = () => person.cookies.map((header) => header.split(';')[0]).join('; ');

async function read(path: string): Promise<string> {
  const response = await fetch(server.url + path, { headers: { cookie: cookie() } });
  expect(response.status).toBe(200);
  return response.text();
}

const DETAILS = {
  firstName: 'נועה',
  lastName: 'Levi',
  phone: '+972 50 000 0000',
  birthday: '1990-02-28',
  location: 'חיפה',
  website: 'https://example.org/noa',
  bio: 'A line\r\n"and" <another>',
};

const SETTINGS = {
  language_preference: 'he',
  theme_preference: 'dark',
  currency_preference: 'EUR',
  date_format: 'DD.MM.YYYY',
  time_format: '24h',
  week_start: 'monday',
  number_style: '1.234,56',
  decimals: '2',
  symbol_position: 'after',
  timezone: 'Europe/Berlin',
  density: 'compact',
  chart_tables: 'open',
  start_page: 'transactions',
  performance_mode: 'auto',
  shortcuts: 'off',
};

const ORIGINAL = {
  ...SETTINGS,
  language_preference: 'en',
  theme_preference: 'system',
  currency_preference: 'ILS',
  number_style: '1,234.56',
  symbol_position: 'before',
};

async function post(path: string, fields: Record<string, string>) {
  const token = /name="_csrf" value="([^"]+)"/.exec(await read(path))?.[1] ?? '';
  return fetch(server.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookie() },
    body: new URLSearchParams({ ...fields, _csrf: token }),
  });
}

test('invalid details come back as typed, with a message at each field', async () => {
  const refused = await post('/profile', {
    ...DETAILS,
    firstName: ' ',
    lastName: 'Kept as typed',
    website: 'javascript:alert(1)',
    birthday: '2999-01-01',
  });
  const text = await refused.text();
  expect(refused.status).toBe(400);
  expect(text).toContain('<a href="#firstName">First name is required</a>');
  expect(text).toContain('<a href="#website">Enter a web address that starts with https://</a>');
  expect(text).toContain('<a href="#birthday">Birthday must be a date in the past</a>');
  expect(text).toContain('value="Kept as typed"');
  expect(text).toContain('value="javascript:alert(1)"');
  expect(text).toContain('aria-invalid="true"');
  const tooYoung = await post('/profile', { ...DETAILS, birthday: '2999-01-01' });
  expect([tooYoung.status, await tooYoung.text()]).toEqual([
    400,
    expect.stringContaining('<a href="#birthday">Birthday must be a date in the past</a>'),
  ]);
});

test('invalid preferences come back as chosen, with a message at each field', async () => {
  const refused = await post('/preferences', { ...SETTINGS, currency_preference: 'XYZ' });
  const text = await refused.text();
  expect(refused.status).toBe(400);
  expect(text).toContain('<a href="#currency_preference">Choose a supported currency</a>');
  expect(formsOf(text).find(({ names }) => names.includes('date_format'))?.fields).toMatchObject({
    date_format: 'DD.MM.YYYY',
    number_style: '1.234,56',
    timezone: 'Europe/Berlin',
  });
});

test('currencies are offered with their names, in the language of the page', async () => {
  expect(await read('/preferences')).toMatch(/>\s*ILS \(₪\) – Israeli New Shekel\s*</);
  const hebrew = await fetch(`${server.url}/preferences`, {
    headers: { cookie: `${cookie()}; pruta_language=he` },
  });
  expect(await hebrew.text()).toMatch(/>\s*CHF – פרנק שוויצרי\s*</);
});

test('each form saves its own fields and leaves those of the other unchanged', async () => {
  const saved = await post('/profile', DETAILS);
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/profile']);
  const chosen = await post('/preferences', { ...SETTINGS, language_preference: 'en' });
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/preferences']);
  const fieldsOf = async (path: string, name: string) =>
    formsOf(await read(path)).find(({ names }) => names.includes(name))?.fields;
  expect(await fieldsOf('/profile', 'bio')).toMatchObject({ ...DETAILS, birthday: '28.02.1990' });
  expect(await fieldsOf('/preferences', 'timezone')).toMatchObject({
    ...SETTINGS,
    language_preference: 'en',
  });
});

test('saved settings take effect at once: language, theme, currency, dates and numbers', async () => {
  await post('/preferences', ORIGINAL);
  const salary = { amount: '1234.5', description: 'Salary', date: TODAY };
  await askApi(person, 'POST', '/transactions/income', salary);
  expect(await read('/transactions')).toContain('₪1,234.50');

  expect((await post('/preferences', SETTINGS)).status).toBe(303);
  const list = await read('/transactions');
  expect(list).toContain('<html lang="he" dir="rtl" data-theme="dark"');
  expect(list).toContain('1.234,50\u00A0€');
  // Sorted by date, the days have names.
  expect(await read('/transactions?sort=amount')).toContain(TODAY.split('-').reverse().join('.'));
  expect(await read('/')).toContain('נועה');
});
