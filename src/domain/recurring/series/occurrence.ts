import type { TemplateRow, TransactionRow } from '../../../db/tables.ts';
import { instantOf, localNow } from '../../calendar.ts';
import { newId } from '../../id.ts';
import { searchText } from '../../transactions/search-text.ts';

/** The transaction that a template makes for a date. */
export function newOccurrence(template: TemplateRow, date: string, now: Date): TransactionRow {
  return {
    user_id: template.user_id,
    id: newId(now),
    merchant_name: null,
    date,
    template_id: template.id,
    occurrence_date: date,
    is_detached: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    ...contentOf(template, date),
  };
}

type Content = Pick<
  TransactionRow,
  | 'type'
  | 'amount'
  | 'description'
  | 'category_id'
  | 'time'
  | 'timezone'
  | 'transaction_datetime'
  | 'notes'
  | 'search_text'
>;

/** What an occurrence takes from its template. */
export function contentOf(template: TemplateRow, date: string): Content {
  const { type, amount, description, category_id, timezone, notes } = template;
  const instant = instantOf(date, template.preferred_time, timezone);
  return {
    type,
    amount,
    description,
    category_id,
    time: shownTime(template, date, instant),
    timezone,
    transaction_datetime: instant,
    notes,
    search_text: searchText({ description, notes }),
  };
}

// A time that daylight saving skips has moved on by the gap, unless that would lead into another day.
function shownTime({ preferred_time, timezone }: TemplateRow, date: string, instant: string): string {
  const shown = localNow(new Date(instant), timezone);
  return shown.date === date ? shown.time : preferred_time;
}
