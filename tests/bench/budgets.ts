import { TIMEZONE } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import type { HouseholdRow } from '../../scripts/demo/rows.ts';
import { openDatabase } from '../../src/db/open.ts';
import { inTransaction } from '../../src/db/transact.ts';
import { insertBudget, setAmount } from '../../src/domain/budgets/budgets.queries.ts';
import { firstDay } from '../../src/domain/budgets/periods.ts';
import { CARRIES, PERIODS } from '../../src/domain/budgets/schema.ts';
import { localNow, plusDays } from '../../src/domain/calendar.ts';
import { insertCategories } from '../../src/domain/categories/categories.queries.ts';
import { newId } from '../../src/domain/id.ts';
import { signIn } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import { onEachEngine, type Place } from './engines.ts';
import { median, report } from './figures.ts';
import { timeOf } from './visitor.ts';

const SIZE = Number(process.env.BENCH_ROWS ?? 40_000);
const CATEGORIES = 300;
const DAYS = 3652;
const ROUNDS = 60;
/** How many budgets people have. */
const BUDGETS = [0, 10, 300];

const PAGES = ['/', '/budgets'];

/** Home and the budgets of people with the same ten years and more and more budgets, as ratios to those of none. */
export function measureBudgets(): Promise<void> {
  return onEachEngine(measure);
}

async function measure(engine: string, place: Place): Promise<void> {
  const emails = await furnish(place);
  const server = await startServer({ ...place, RATE_LIMIT_SCALE: '1000', ACCESS_TOKEN_TTL: '86400' });
  try {
    const cookies: string[] = [];
    for (const email of emails) {
      const person = await signIn(server, { email, password: DEMO_PASSWORD });
      cookies.push(person.cookies.map((header) => header.split(';')[0]).join('; '));
    }
    for (const page of PAGES) {
      const times: number[][] = BUDGETS.map(() => []);
      // Interleaved, so that other load on the machine affects all alike.
      for (let round = -10; round < ROUNDS; round += 1)
        for (const [index, cookie] of cookies.entries()) {
          const time = await timeOf(server.url + page, cookie);
          if (round >= 0) times[index]?.push(time);
        }
      const without = median(times[0] ?? []);
      for (const [index, budgets] of BUDGETS.entries()) {
        const value = median(times[index] ?? []);
        const question = { bench: 'budgets', page: `${page} on ${engine}` };
        report({ ...question, figure: `time_with_${budgets}`, value, unit: 'ms' });
        report({ ...question, figure: `ratio_with_${budgets}`, value: value / without, unit: 'ratio' });
      }
    }
  } finally {
    await server.stop();
  }
}

async function furnish(place: Place): Promise<string[]> {
  const { db, close } = await openDatabase(place);
  const now = new Date();
  const { date: today } = localNow(now, TIMEZONE);
  const emails: string[] = [];
  for (const count of BUDGETS) {
    const email = `with${count}@example.com`;
    emails.push(email);
    const user_id = await createDemoPerson(db, now, email);
    const at = { created_at: now.toISOString(), updated_at: now.toISOString() };
    const ids = Array.from({ length: CATEGORIES }, () => newId(now));
    await insertCategories(
      db,
      ids.map((id, index) => ({
        ...at,
        user_id,
        id,
        default_key: null,
        name: `Category ${index}`,
        name_key: `name:category ${index}`,
        type: 'expense',
        language: 'en',
        icon: 'Tag',
        color: '#16A34A',
        description: null,
        is_archived: 0,
        is_hidden: 0,
      })),
    );
    const rows = Array.from(
      { length: SIZE },
      (_, index): HouseholdRow => ({
        type: 'expense',
        amount: 1000 + ((index * 7919) % 20_000),
        description: 'Bought',
        merchant_name: null,
        category: null,
        category_id: ids[(index * 104_729) % CATEGORIES] ?? null,
        date: plusDays(today, Math.floor((index * DAYS) / SIZE) + 1 - DAYS),
        time: '12:00',
        timezone: TIMEZONE,
        notes: null,
      }),
    );
    await loadTransactions(db, user_id, rows, now);
    await inTransaction(db, async (tx) => {
      for (let index = 0; index < count; index += 1) {
        const rhythm = { period: PERIODS[index % 3] ?? 'monthly', start_day: index % 2 === 0 ? 1 : 10 };
        const starts_on = firstDay(rhythm, plusDays(today, 1 - DAYS), { week_start: 'sunday' });
        const id = newId(now);
        await insertBudget(tx, {
          ...at,
          ...rhythm,
          user_id,
          id,
          category_ids: JSON.stringify([ids[index]]),
          carry: CARRIES[Math.floor(index / 3) % 3] ?? 'none',
          carry_cap: index % 5 === 0 ? 50_000 : null,
          starts_on,
          is_active: 1,
        });
        await setAmount(tx, { user_id, budget_id: id, starts_on, amount: 30_000 });
      }
    });
  }
  await close();
  return emails;
}
