import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, type Person } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
let person: Person;

beforeAll(async () => {
  server = await startServer({ RATE_LIMIT_SCALE: '1000' });
  person = await createPerson(server);
});

afterAll(async () => {
  await server?.stop();
});

const cookie = () => person.cookies.map((header) => header.split(';')[0]).join('; ');

async function read(path: string): Promise<string> {
  const response = await fetch(server.url + path, { headers: { cookie: cookie() } });
  expect(response.status).toBe(200);
  return response.text();
}

const SETTINGS = {
  firstName: 'נועה',
  lastName: 'Levi',
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
};

async function post(changes: Partial<Record<keyof typeof SETTINGS, string>>) {
  const token = /name="_csrf" value="([^"]+)"/.exec(await read('/profile'))?.[1] ?? '';
  return fetch(`${server.url}/profile`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookie() },
    body: new URLSearchParams({ ...SETTINGS, ...changes, _csrf: token }),
  });
}

test('a profile with faults comes back with what was typed and what to change', async () => {
  const refused = await post({ firstName: ' ', lastName: 'Kept as typed', currency_preference: 'XYZ' });
  const text = await refused.text();
  expect(refused.status).toBe(400);
  expect(text).toContain('<a href="#firstName">First name is required</a>');
  expect(text).toContain('<a href="#currency_preference">Choose a supported currency</a>');
  expect(text).toContain('value="Kept as typed"');
  expect(text).toContain('aria-invalid="true"');
});

test('a saved profile takes effect at once: language, theme, currency, dates and numbers', async () => {
  await fetch(`${server.url}/api/v1/transactions/income`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '1234.5', description: 'Salary', date: today() }),
  });
  expect(await read('/transactions')).toContain('₪1,234.50');

  const saved = await post({});
  expect(saved.status).toBe(303);
  expect(saved.headers.get('location')).toBe('/profile');

  const list = await read('/transactions');
  expect(list).toContain('<html lang="he" dir="rtl" data-theme="dark"');
  expect(list).toContain('1.234,50\u00A0€');
  expect(list).toContain(today().split('-').reverse().join('.'));
  expect(await read('/')).toContain('נועה');
});

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
