import type { Db } from '../../src/db/open.ts';
import type { TemplateRow } from '../../src/db/tables.ts';
import { plusDays } from '../../src/domain/calendar.ts';
import type { DefaultKey } from '../../src/domain/categories/defaults.ts';
import { findCategories } from '../../src/domain/categories/queries.ts';
import { newId } from '../../src/domain/id.ts';
import { daysOf, endOf } from '../../src/domain/recurring/complete.ts';
import { generate } from '../../src/domain/recurring/generate.ts';
import { insertTemplate } from '../../src/domain/recurring/queries.ts';
import { stop } from '../../src/domain/recurring/stop.ts';
import { markChanged } from '../../src/domain/revisions/queries.ts';
import { inTransaction } from '../../src/domain/transact.ts';
import { BILLS } from './bill-list.ts';
import { type Bill, isDue } from './bills.ts';
import { dayOf } from './days.ts';
import type { HouseholdRow } from './household.ts';

/** Something that recurs; without `months` it comes every week. */
interface Series extends Pick<Bill, 'type' | 'amount' | 'description' | 'time'> {
  category: DefaultKey | null;
  start: string;
  interval_type: TemplateRow['interval_type'];
  interval: number;
  isPaused?: boolean;
}

/** What the household has set up to recur, from the first day of its rows on. */
export function householdSeries(from: string): Series[] {
  const bills = BILLS.filter(({ recurs }) => recurs).map((bill) => ({
    ...bill,
    start: firstDay(bill, from),
    ...paceOf(bill),
  }));
  return [...bills, ...WITHOUT_BILLS.map((series) => ({ ...series, start: plusDays(from, series.after) }))];
}

/** Whether a row comes from what recurs, so that it must not be recorded a second time. */
export function isOfSeries({ description }: Pick<HouseholdRow, 'description'>): boolean {
  return BILLS.some((bill) => bill.recurs && bill.description === description);
}

/** Sets series up for a person, with everything that they have made by now. */
export async function loadSeries(
  db: Db,
  userId: string,
  { series, timezone }: { series: Series[]; timezone: string },
  now: Date,
): Promise<void> {
  const categories = await findCategories(db, userId);
  const idsByKey = new Map(categories.map(({ default_key, id }) => [default_key, id]));
  await inTransaction(db, async (tx) => {
    await markChanged(tx, userId);
    const templates = series.map((one): TemplateRow => {
      const category_id = (one.category && idsByKey.get(one.category)) ?? null;
      return { ...templateOf(one, now), user_id: userId, category_id, timezone };
    });
    for (const template of templates) await insertTemplate(tx, template);
    const made = await generate(tx, templates, now);
    for (const [index, template] of made.templates.entries())
      if (series[index]?.isPaused) await stop(tx, template, now);
  });
}

const WITHOUT_BILLS = [
  {
    type: 'expense',
    amount: 14_000,
    description: 'שיעור פסנתר',
    category: 'children',
    time: '17:00',
    interval_type: 'weekly',
    interval: 1,
    after: 420,
  },
  {
    type: 'expense',
    amount: 26_000,
    description: 'Cleaning help',
    category: 'housing',
    time: '13:00',
    interval_type: 'weekly',
    interval: 2,
    after: 510,
  },
  {
    type: 'expense',
    amount: 4_250,
    description: 'Language app',
    category: 'education',
    time: '09:00',
    interval_type: 'monthly',
    interval: 1,
    isPaused: true,
    after: 640,
  },
] as const;

function firstDay(bill: Bill, from: string): string {
  let date = from;
  while (!isDue(bill, dayOf(date))) date = plusDays(date, 1);
  return date;
}

function paceOf({ months }: Bill): Pick<Series, 'interval_type' | 'interval'> {
  if (months?.length === 1) return { interval_type: 'yearly', interval: 1 };
  return { interval_type: 'monthly', interval: months ? 12 / months.length : 1 };
}

function templateOf(series: Series, now: Date): Omit<TemplateRow, 'user_id' | 'category_id' | 'timezone'> {
  const { type, amount, description, start, interval_type, interval } = series;
  const isMonthEnd = interval_type === 'monthly' && dayOf(start).isMonthEnd;
  return {
    id: newId(now),
    name: description,
    description,
    notes: null,
    amount,
    type,
    interval_type,
    interval,
    ...daysOf(start, { interval_type, day_of_month: isMonthEnd ? 31 : undefined, day_of_week: undefined }),
    start_date: start,
    ...endOf({}),
    is_active: 1,
    preferred_time: series.time,
    generated_until: plusDays(start, -1),
    due_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}
