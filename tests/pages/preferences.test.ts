import { beforeAll, expect, test } from 'vitest';
import { plusDays, startOfWeek } from '../../src/domain/calendar.ts';
import { askApi } from '../support/ask-api.ts';
import { outboxMessageTo } from '../support/mailbox.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { createPerson, type Person } from '../support/people.ts';
import { NOON_ZONE, TODAY } from '../support/today.ts';
import { record } from '../support/transactions.ts';

const USUAL = {
  language_preference: 'en',
  theme_preference: 'system',
  currency_preference: 'ILS',
  preferences: {
    date_format: 'MM/DD/YYYY',
    time_format: '12h',
    week_start: 'sunday',
    decimals: 2,
    thousand_separator: ',',
    decimal_separator: '.',
    symbol_position: 'before',
    timezone: NOON_ZONE,
    density: 'comfortable',
    chart_tables: 'closed',
    performance_mode: 'auto',
  },
};

const LIST = '/transactions?status=any';

const server = declareOwnedServer();
let person: Person;
let own: string;
let past: string;

beforeAll(async () => {
  person = await createPerson(server, USUAL);
  past = plusDays(TODAY, -3);
  const [recorded] = await record(person, [
    { amount: 1234.5, description: 'Rent', date: past, time: '17:05' },
    { amount: 700, description: 'Sofa', date: past, time: '17:05' },
  ]);
  own = `/transactions/${recorded?.id}`;
});

const set = (somebody: Person, profile: object) => askApi(somebody, 'PUT', '/users/profile', profile);

async function read({ cookies }: Person, path: string): Promise<string> {
  const cookie = cookies.map((header) => header.split(';')[0]).join('; ');
  return (await fetch(server.url + path, { headers: { cookie } })).text();
}

const written = (format: string) => {
  const [year = '', month = '', day = ''] = past.split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
};

// The choices, and what they add to which page.
const CASES: [string, object, () => Record<string, string>][] = [
  [
    'Hebrew',
    { language_preference: 'he' },
    () => ({ '/': 'lang="he" dir="rtl"', [LIST]: 'lang="he" dir="rtl"' }),
  ],
  [
    'a theme',
    { theme_preference: 'dark' },
    () => ({ '/': 'data-theme="dark"', [LIST]: 'data-theme="dark"' }),
  ],
  [
    'a currency',
    { currency_preference: 'EUR' },
    () => ({ '/': '−€1,934.50', [LIST]: '−€1,234.50', [own]: '€1,234.50', '/transactions/new': '>€<' }),
  ],
  ...['DD/MM/YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY'].map((date_format): (typeof CASES)[number] => [
    `dates as ${date_format}`,
    { preferences: { date_format } },
    () => ({
      '/': `>${written(date_format)}<`,
      // Sorted by date, the days have names.
      '/transactions?sort=amount': `>${written(date_format)}<`,
      [own]: written(date_format),
    }),
  ]),
  ['times of 24 hours', { preferences: { time_format: '24h' } }, () => ({ [own]: '>17:05<' })],
  [
    'fewer decimals',
    { preferences: { decimals: 0 } },
    () => ({ '/': '−₪1,934.5<', [LIST]: '−₪700<', [own]: '₪1,234.5<' }),
  ],
  [
    'other separators',
    { preferences: { thousand_separator: '.', decimal_separator: ',' } },
    () => ({ '/': '−₪1.934,50', [LIST]: '−₪1.234,50', [`${own}/edit`]: 'value="1234,50"' }),
  ],
  [
    'the symbol after the number',
    { preferences: { symbol_position: 'after' } },
    () => ({ '/': '−1,934.50\u00A0₪', [LIST]: '−1,234.50\u00A0₪', [own]: '1,234.50\u00A0₪' }),
  ],
  [
    'compact lists',
    { preferences: { density: 'compact' } },
    // The dashboard's latest transactions are always compact.
    () => ({ '/categories': 'data-density="compact"', [LIST]: 'data-density="compact"' }),
  ],
  [
    'saving battery',
    { preferences: { performance_mode: 'battery' } },
    () => ({ '/': 'data-motion="reduced"', [LIST]: 'data-motion="reduced"' }),
  ],
  [
    'larger text',
    { preferences: { accessibility: { fontSize: 'xl' } } },
    () => ({ '/': 'data-fs="xl"', [LIST]: 'data-fs="xl"' }),
  ],
];

test.each(CASES)('%s shows at the next request on every page', async (_name, chosen, shown) => {
  for (const [path, text] of Object.entries(shown())) expect(await read(person, path)).not.toContain(text);
  await set(person, chosen);
  for (const [path, text] of Object.entries(shown())) expect(await read(person, path)).toContain(text);
  await set(person, {
    ...USUAL,
    preferences: { ...USUAL.preferences, accessibility: { fontSize: 'medium' } },
  });
});

test('the time zone decides which day it is', async () => {
  const dayIn = async (timezone: string) => {
    await set(person, { preferences: { timezone } });
    return /name="date"[^>]*value="([\d/]+)"|value="([\d/]+)"[^>]*name="date"/.exec(
      await read(person, '/transactions/new'),
    )?.[0];
  };
  // Twenty-five hours apart: never the same day.
  const [first, last] = [await dayIn('Pacific/Pago_Pago'), await dayIn('Pacific/Kiritimati')];
  expect([first, last]).not.toContain(undefined);
  expect(first).not.toBe(last);
  await set(person, USUAL);
});

test('the weeks of the list begin on the person’s first day', async () => {
  const person = await createPerson(server, USUAL);
  const days = Array.from({ length: 7 }, (_, ago) => ({
    amount: 1000 * 2 ** ago,
    description: 'A day',
    date: plusDays(TODAY, -ago),
  }));
  await record(person, days);
  for (const week_start of ['sunday', 'monday'] as const) {
    await set(person, { preferences: { week_start } });
    const first = startOfWeek(TODAY, week_start);
    const total = days.filter(({ date }) => date >= first).reduce((sum, { amount }) => sum + amount, 0);
    const list = await read(person, '/transactions?status=any&period=this-week');
    expect(list).toContain(`₪${total.toLocaleString('en')}.00`);
  }
});

test('a mail is written in the person’s language, with their date and time formats', async () => {
  const person = await createPerson(server, {
    language_preference: 'he',
    preferences: { ...USUAL.preferences, date_format: 'DD.MM.YYYY', time_format: '24h' },
  });
  const passwords = { currentPassword: person.password, newPassword: 'Neues-Pferd-10' };
  await askApi(person, 'POST', '/users/change-password', passwords);
  await expect
    .poll(async () => (await outboxMessageTo(server.dataDir, person.email)).text)
    .toMatch(/מאז \d\d\.\d\d\.\d{4}, 1[123]:\d\d \(Etc\/GMT/);
});
