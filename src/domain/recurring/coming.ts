import type { SkippedDateRow, TemplateRow, TransactionRow } from '../../db/tables.ts';
import { localNow, plusDays } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { occurrencesBetween } from './calendar/occurrences.ts';
import { findComing, type Window } from './outlook/queries.ts';
import { findSkipped, findTemplates } from './queries.ts';
import { DAYS_MADE_AHEAD } from './schema.ts';

/** Something that recurs and lies ahead, or would if it were not skipped. */
export interface Coming {
  templateId: string;
  /** The day that it lies on. */
  day: string;
  /** The date of its template that it stands for, by which it is skipped and comes back. */
  date: string;
  description: string;
  type: TransactionRow['type'];
  /** Minor units. */
  amount: number;
  isSkipped: boolean;
  /** Whether somebody has edited it by itself. */
  isEdited: boolean;
}

/** From tomorrow as far ahead as anything is made. */
export function comingWindow(today: string): Window {
  return { from: plusDays(today, 1), to: plusDays(today, DAYS_MADE_AHEAD) };
}

/** What recurs in the next ninety days, in order, with what is skipped of it; of one template or of all. */
export async function listComing({ db, viewer, now }: SignedIn, templateId?: string): Promise<Coming[]> {
  const window = comingWindow(localNow(now, viewer.preferences.timezone).date);
  const made = (await findComing(db, viewer.id, window, templateId)).map(madeOne);
  const skipped = await findSkipped(db, viewer.id);
  const templates = skipped.length > 0 ? await findTemplates(db, viewer.id) : [];
  const wanted = templates.filter(({ id }) => templateId === undefined || id === templateId);
  const left = wanted.flatMap((template) => skippedOf(template, skipped, window));
  return [...made, ...left].sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}

function madeOne(row: TransactionRow): Coming {
  return {
    templateId: row.template_id ?? '',
    day: row.date,
    date: row.occurrence_date ?? row.date,
    description: row.description,
    type: row.type,
    amount: row.amount,
    isSkipped: false,
    isEdited: row.is_detached === 1,
  };
}

// Only dates of the series: others may have been left out in case that it ever falls on them.
function skippedOf(template: TemplateRow, skipped: SkippedDateRow[], { from, to }: Window): Coming[] {
  const { id, description, type, amount, is_active } = template;
  const left = new Set(skipped.filter(({ template_id }) => template_id === id).map(({ date }) => date));
  if (left.size === 0 || is_active === 0) return [];
  return occurrencesBetween(template, from, to)
    .filter((date) => left.has(date))
    .map((date) => ({
      templateId: id,
      day: date,
      date,
      description,
      type,
      amount,
      isSkipped: true,
      isEdited: false,
    }));
}
