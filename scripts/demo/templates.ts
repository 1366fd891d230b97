import type { Db } from '../../src/db/open.ts';
import type { TemplateRow } from '../../src/db/tables.ts';
import { plusDays } from '../../src/domain/calendar.ts';
import { findCategories } from '../../src/domain/categories/categories.queries.ts';
import type { DefaultKey } from '../../src/domain/categories/defaults.ts';
import { newId } from '../../src/domain/id.ts';
import { inLedger } from '../../src/domain/ledger/ledger.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { generate } from '../../src/domain/recurring/generation/generate.ts';
import { dayFields, endFields } from '../../src/domain/recurring/schedule/rule-fields.ts';
import { pause } from '../../src/domain/recurring/templates/pause.ts';
import type { Template } from '../../src/domain/recurring/templates/phases.ts';
import { saveTemplate } from '../../src/domain/recurring/templates/templates.queries.ts';
import { BILLS, type Bill, isDue } from './bills.ts';
import { dayOf } from './days.ts';
import type { HouseholdRow } from './rows.ts';

interface DemoTemplate extends Pick<Bill, 'type' | 'amount' | 'description' | 'time'> {
  category: DefaultKey | null;
  start: string;
  interval_type: TemplateRow['interval_type'];
  interval: number;
  isPaused?: boolean;
}

export function householdTemplates(from: string): DemoTemplate[] {
  const bills = BILLS.filter(({ recurs }) => recurs).map((bill) => ({
    ...bill,
    start: firstDay(bill, from),
    ...intervalOf(bill),
  }));
  return [
    ...bills,
    ...WITHOUT_BILLS.map((template) => ({ ...template, start: plusDays(from, template.after) })),
  ];
}

/** Whether a template generates the row, which must not be recorded twice. */
export function isGenerated({ description }: Pick<HouseholdRow, 'description'>): boolean {
  return BILLS.some((bill) => bill.recurs && bill.description === description);
}

export async function loadTemplates(
  db: Db,
  userId: string,
  { templates, timezone }: { templates: DemoTemplate[]; timezone: string },
  now: Date,
): Promise<void> {
  const categories = await findCategories(db, userId);
  const idsByKey = new Map(categories.map(({ default_key, id }) => [default_key, id]));
  await inLedger({ db, viewer: { id: userId } }, async (ledger) => {
    const rows = templates.map((template): Template => {
      const category_id = (template.category && idsByKey.get(template.category)) ?? null;
      return { ...rowOf(template, now), user_id: userId, category_id, timezone, earlier: [] };
    });
    for (const row of rows) await saveTemplate(ledger.tx, row);
    const generated = await generate(ledger, rows, now);
    for (const [index, row] of generated.templates.entries())
      if (templates[index]?.isPaused) await pause(ledger, row, now);
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

function intervalOf({ months }: Bill): Pick<DemoTemplate, 'interval_type' | 'interval'> {
  if (months?.length === 1) return { interval_type: 'yearly', interval: 1 };
  return { interval_type: 'monthly', interval: months ? 12 / months.length : 1 };
}

function rowOf(template: DemoTemplate, now: Date): Omit<TemplateRow, 'user_id' | 'category_id' | 'timezone'> {
  const { type, amount, description, start, interval_type, interval } = template;
  const isMonthEnd = interval_type === 'monthly' && dayOf(start).isMonthEnd;
  return {
    id: newId(now),
    name: description,
    description,
    notes: null,
    amount,
    type,
    account_amount: null,
    account_id: FIRST_ACCOUNT,
    account_to: null,
    amount_to: null,
    interval_type,
    interval,
    ...dayFields(start, { interval_type, day_of_month: isMonthEnd ? 31 : undefined, day_of_week: undefined }),
    start_date: start,
    ...endFields({}),
    is_active: 1,
    preferred_time: template.time,
    generated_until: plusDays(start, -1),
    due_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}
