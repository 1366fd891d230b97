import type { Dates } from '../analytics/periods.ts';
import { plusDays } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { DAYS_BACK } from '../insights/history.ts';
import { readLatestAdvice } from '../insights/read-insights.ts';
import { countUncategorized, hasGrown, UNCATEGORIZED_ABOVE } from '../insights/recommendations.ts';
import { type InactiveTemplate, listInactive } from '../recurring/templates/overview.ts';
import type { MonthToDate } from './dashboard.ts';

export type Attention =
  /** How far spending this month is above the same days of the month before: 0.25 for a quarter. */
  | { kind: 'spending'; change: number }
  /** As in the advice of analytics; `share` is that of this month's spending, null if it needs no alert. */
  | { kind: 'uncategorised'; count: number; dates: Dates; share: number | null }
  | { kind: 'duplicates'; count: number }
  | { kind: 'paused' | 'ended'; templates: InactiveTemplate[] };

/** The most urgent first. */
export async function readAttention(context: Reading, month: MonthToDate): Promise<Attention[]> {
  const { change, before } = month.expenses;
  const dates = { from: plusDays(month.to, -DAYS_BACK), to: month.to };
  const { uncategorized: count } = await countUncategorized(context, dates);
  const share = month.spending.find(({ category }) => category === null)?.share ?? 0;
  const { advice } = await readLatestAdvice(context);
  const duplicates = advice.find(({ type }) => type === 'review_duplicates')?.value ?? 0;
  const { paused, ended } = await listInactive(context);
  const candidates: (Attention & { isDue: boolean })[] = [
    {
      kind: 'spending',
      change: change ?? 0,
      isDue: await hasGrown(context, { dates: month, compared: month.compared, before, change }),
    },
    {
      kind: 'uncategorised',
      count,
      dates,
      share: share > UNCATEGORIZED_ABOVE ? share : null,
      isDue: count > 0,
    },
    { kind: 'duplicates', count: duplicates, isDue: duplicates > 0 },
    { kind: 'paused', templates: paused, isDue: paused.length > 0 },
    { kind: 'ended', templates: ended, isDue: ended.length > 0 },
  ];
  return candidates.filter(({ isDue }) => isDue).map(({ isDue: _due, ...due }) => due);
}
