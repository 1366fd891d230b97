import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { usersSchema } from '../../src/domain/admin/users/schema.ts';
import { daysSchema, monthSchema } from '../../src/domain/balance/schema.ts';
import { upcomingSchema } from '../../src/domain/transactions/list/filter.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import type { TextKey } from '../../src/i18n/texts.ts';
import { translator } from '../../src/i18n/translate.ts';

// What is allowed is named as the address writes it, in every language.
test.each([
  [usersSchema, { sortBy: 'height' }, ['created_at', 'last_login', 'email', 'name', 'role']],
  [usersSchema, { sortOrder: 'up' }, ['asc', 'desc']],
  [usersSchema, { role: 'king' }, ['user', 'admin', 'super_admin']],
  [usersSchema, { status: 'gone' }, ['active', 'restricted', 'blocked', 'deleted']],
  [usersSchema, { seen: 'once' }, ['day', 'week', 'month', 'earlier', 'never']],
  [daysSchema, { days: '0' }, ['1', '366']],
  [upcomingSchema, { days: '366' }, ['1', '365']],
  [monthSchema, { year: '1' }, ['1970', '9999']],
  [monthSchema, { month: '13' }, ['1', '12']],
] as const)('a refused parameter says what is allowed: %#', (schema, query, allowed) => {
  const { issues = [] } = safeParse(schema, query);
  expect(issues).toHaveLength(1);
  for (const locale of LOCALES) {
    const text = translator(locale)(issues[0]?.message as TextKey);
    for (const value of allowed) expect(text).toContain(value);
  }
});
