import type { TemplateRow, TransactionRow } from '../../../db/tables.ts';
import type { SignedIn } from '../../context.ts';
import { notFound } from '../../error.ts';
import { readTransaction } from '../../transactions/read.ts';
import { localToday, nextDates } from '../schedule/status.ts';
import { findTemplate } from '../templates/templates.queries.ts';
import { changeImpacts, type Impact, occurrenceDate, removalImpacts, type ScopeImpacts } from './impact.ts';
import { findOccurrenceDates, findSkippedDates } from './occurrences.queries.ts';

const NEXT_COUNT = 3;

/** The template of an occurrence, and what an edit or a deletion of the occurrence affects. */
export interface OccurrenceDetails {
  /** Null where the template was deleted and its transactions remain. */
  template: TemplateRow | null;
  /** The next dates of the template after today. */
  next: string[];
  /** Whether the occurrence lies after today in the schedule: then it can be changed with all later ones. */
  isAhead: boolean;
  removal: ScopeImpacts;
  /** Null where there is no template to change. */
  change: ScopeImpacts | null;
}

/** The details of one of the viewer's occurrences. @throws DomainError NOT_FOUND, also for other transactions */
export async function readOccurrence(context: SignedIn, id: string): Promise<OccurrenceDetails> {
  const { row } = await readTransaction(context, id);
  const details = await describeOccurrence(context, row);
  if (!details) throw notFound();
  return details;
}

/** The details of a transaction as an occurrence; null for a transaction without a template. */
export async function describeOccurrence(
  { db, now }: SignedIn,
  row: TransactionRow,
): Promise<OccurrenceDetails | null> {
  const { user_id, template_id } = row;
  if (template_id === null) return null;
  const rows = await findOccurrenceDates(db, user_id, template_id);
  const removal = removalImpacts(rows, row);
  const template = await findTemplate(db, user_id, template_id);
  if (!template) return { template: null, next: [], isAhead: false, removal, change: null };
  const today = localToday(template, now);
  const skipped = await findSkippedDates(db, user_id, template_id);
  return {
    template,
    next: nextDates(template, skipped, now, NEXT_COUNT),
    isAhead: occurrenceDate(row) > today,
    removal,
    change: changeImpacts(rows, row, today),
  };
}

/** The answer of the API for the details of an occurrence. */
export function presentOccurrence({ template, next, isAhead, removal, change }: OccurrenceDetails) {
  return {
    template_id: template?.id ?? null,
    name: template?.name ?? null,
    next_dates: next,
    is_ahead: isAhead,
    never_ends: template?.end_type === 'never',
    removal: presentImpacts(removal),
    change: change && presentImpacts(change),
  };
}

function presentImpacts({ single, future, all }: ScopeImpacts) {
  return { single: presentImpact(single), future: presentImpact(future), all: presentImpact(all) };
}

function presentImpact({ count, first, last, edited }: Impact) {
  return { count, first_date: first, last_date: last, edited_count: edited };
}

export type PresentedOccurrence = ReturnType<typeof presentOccurrence>;
