import { expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { sessionLength } from '../../src/i18n/time-left.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createPerson } from '../support/people.ts';
import { startServer } from '../support/server.ts';

test('pages name the length that sessions have here', async () => {
  const server = await startServer({ REFRESH_TOKEN_TTL: '540' });
  for (const locale of LOCALES) {
    const person = await createPerson(server, { language_preference: locale });
    const cookie = person.cookies.map((header) => header.split(';')[0]).join('; ');
    const minutes = translator(locale)('sessions:minutes', { count: 9 });
    for (const path of ['/profile/sessions', '/login?again=1']) {
      const page = await fetch(server.url + path, { headers: { cookie } });
      expect(textOf(await page.text()), path).toContain(minutes);
    }
  }
  await server.kill();
});

test.each([
  [86_400, '24 hours'],
  [3600, '1 hour'],
  [5400, '1 hour, 30 minutes'],
  [30 * 86_400, '30 days'],
])('a session of %i seconds lasts %s', (seconds, words) => {
  expect(sessionLength(seconds, translator('en'))).toBe(words);
});
