import { generateHousehold } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson } from '../../scripts/demo/owner.ts';
import { type Db, openDatabase } from '../../src/db/open.ts';
import { preparedForRows } from '../../src/db/prepared.ts';
import type { TemplateRow, UserRow } from '../../src/db/tables.ts';
import { inTransaction } from '../../src/db/transact.ts';
import { localNow, plusDays } from '../../src/domain/calendar.ts';
import { newId } from '../../src/domain/id.ts';
import { createFirstAccount, FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { newUser } from '../../src/domain/users/register.ts';

const ZONE = 'Asia/Jerusalem';

/** Days between two occurrences. */
export const EVERY = 30;

const PEOPLE_AT_ONCE = 500;

const NAMES = [
  'Rent',
  'Salary',
  'Electricity and water',
  'ארנונה',
  'ועד בית',
  'Mobile phone',
  'Internet at home',
  'Car insurance',
  'ביטוח בריאות',
  'Gym',
  'Streaming',
  'חוג שחייה',
  'Kindergarten',
  'Train season ticket',
  'Savings plan',
  'תרומה חודשית',
  'Newspaper',
  'Cloud storage',
  'Piano lessons',
  'Allowance',
];

/**
 * Fills an empty database with a household that can sign in and many people, each of whose templates generates a
 * transaction every thirty days, the last one today.
 */
export async function furnishTemplates(
  storage: { DATA_DIR: string; DATABASE_URL?: string | undefined },
  people: number,
  templatesEach: number,
): Promise<void> {
  const database = await openDatabase(storage);
  const now = new Date();
  const { date: today } = localNow(now, ZONE);
  const household = await createDemoPerson(database.db, now);
  const rows = generateHousehold({ seed: 'bench', today });
  await loadTransactions(database.db, household, rows, now);
  for (let offset = 0; offset < people; offset += PEOPLE_AT_ONCE)
    await addPeople(database.db, offset, Math.min(PEOPLE_AT_ONCE, people - offset), templatesEach, now);
  await database.close();
}

async function addPeople(db: Db, first: number, count: number, templatesEach: number, now: Date) {
  const users = Array.from({ length: count }, (_, place) =>
    newUser(now, {
      email: `person${first + place}@example.org`,
      password_hash: '',
      first_name: 'Noa',
      last_name: 'Levi',
    }),
  );
  const templates = users.flatMap(({ id }) =>
    Array.from({ length: templatesEach }, (_, place) => templateOf(id, place, now)),
  );
  await inTransaction(db, async (tx) => {
    await insertUsers(tx, users);
    for (const { id } of users) await createFirstAccount(tx, id, now);
    await insertTemplates(tx, templates);
  });
}

const blankUser = newUser(new Date(), { email: '', password_hash: '', first_name: '', last_name: '' });

const insertUsers = preparedForRows<UserRow, keyof UserRow, unknown>(
  Object.keys(blankUser) as (keyof UserRow)[],
  (db, rows) => db.insertInto('users').values(rows),
);

// Generated as far as it was due a month ago, except for the last one.
function templateOf(user_id: string, place: number, now: Date): TemplateRow {
  const name = NAMES[place % NAMES.length] ?? '';
  const { date: today } = localNow(now, ZONE);
  return {
    user_id,
    id: newId(now),
    name,
    description: name,
    notes: null,
    amount: 1000 + 137 * place,
    type: name === 'Salary' ? 'income' : 'expense',
    category_id: null,
    account_amount: null,
    account_to: null,
    amount_to: null,
    account_id: FIRST_ACCOUNT,
    interval_type: 'daily',
    interval: EVERY,
    day_of_month: 1,
    day_of_week: 0,
    start_date: today,
    end_type: 'never',
    end_date: null,
    max_occurrences: null,
    is_active: 1,
    timezone: ZONE,
    preferred_time: '09:00',
    generated_until: plusDays(today, 59),
    due_at: now.toISOString(),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

const insertTemplates = preparedForRows<TemplateRow, keyof TemplateRow, unknown>(
  Object.keys(templateOf('', 0, new Date())) as (keyof TemplateRow)[],
  (db, rows) => db.insertInto('templates').values(rows),
);
