import type { CategoryRow, TemplateRow } from '../../db/tables.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';
import { nameOf } from '../categories/name.ts';
import { toDecimal } from '../money.ts';
import { monthlyEquivalent } from './calendar/monthly-equivalent.ts';

/** A template with what is shown beside it; `next` is the first date to come, `count` its transactions of any day. */
export interface TemplateEntry {
  row: TemplateRow;
  category: CategoryRow | null;
  next: string | null;
  count: number;
  skipped: string[];
}

/** A template as answers show it: amounts as decimals, the category named in the person's language. */
export function presentTemplate({ row, category, next, count, skipped }: TemplateEntry, locale: Locale) {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    notes: row.notes,
    amount: toDecimal(row.amount),
    type: row.type,
    category_id: row.category_id,
    category_name: category ? nameOf(category, locale) : translator(locale)('recurring:generalCategory'),
    interval_type: row.interval_type,
    interval: row.interval,
    day_of_month: row.day_of_month,
    day_of_week: row.day_of_week,
    start_date: row.start_date,
    end_type: row.end_type,
    end_date: row.end_date,
    max_occurrences: row.max_occurrences,
    is_active: row.is_active === 1,
    timezone: row.timezone,
    preferred_time: row.preferred_time,
    next_date: next,
    occurrences_count: count,
    skipped_dates: skipped,
    monthly_equivalent: toDecimal(monthlyEquivalent(row.amount, row)),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export type PresentedTemplate = ReturnType<typeof presentTemplate>;
