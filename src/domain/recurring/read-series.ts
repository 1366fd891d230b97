import type { TemplateRow, TransactionRow } from '../../db/tables.ts';
import { plusDays } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { findTransaction } from '../transactions/queries.ts';
import { occurrencesFrom } from './calendar/occurrences.ts';
import { todayOf } from './progress.ts';
import { findSkipped, findTemplate } from './queries.ts';
import { changeReaches, type Reaches, removalReaches, standsFor } from './reach.ts';
import { findDated } from './series/queries.ts';

/** Dates to come that are shown beside one occurrence. */
const SHOWN = 3;

/** The series around an occurrence. */
export interface Series {
  /** Its set-up; null where that was deleted and only transactions are left. */
  template: TemplateRow | null;
  /** The dates that come next, after today where the template lives. */
  next: string[];
  /** Whether the occurrence stands for a date after today: then all that follow it can change with it. */
  isAhead: boolean;
  removal: Reaches;
  /** Null where there is no set-up to change. */
  change: Reaches | null;
}

/** The series that one of the viewer's transactions belongs to. @throws DomainError NOT_FOUND, also for one of none */
export async function readSeries(context: SignedIn, id: string): Promise<Series> {
  const row = await findTransaction(context.db, context.viewer.id, id);
  const series = row && (await seriesOf(context, row));
  if (!series) throw notFound();
  return series;
}

/** The series of a transaction; null for one that belongs to none. */
export async function seriesOf({ db, now }: SignedIn, row: TransactionRow): Promise<Series | null> {
  const { user_id, template_id } = row;
  if (template_id === null) return null;
  const rows = await findDated(db, user_id, template_id);
  const removal = removalReaches(rows, row);
  const template = await findTemplate(db, user_id, template_id);
  if (!template) return { template: null, next: [], isAhead: false, removal, change: null };
  const today = todayOf(template, now);
  const left = (await findSkipped(db, user_id)).filter((one) => one.template_id === template_id);
  return {
    template,
    next: nextDates(template, new Set(left.map(({ date }) => date)), today),
    isAhead: standsFor(row) > today,
    removal,
    change: changeReaches(rows, row, today),
  };
}

function nextDates(template: TemplateRow, skipped: Set<string>, today: string): string[] {
  const dates: string[] = [];
  if (template.is_active === 0) return dates;
  for (const date of occurrencesFrom(template, plusDays(today, 1))) {
    if (!skipped.has(date)) dates.push(date);
    if (dates.length === SHOWN) break;
  }
  return dates;
}
