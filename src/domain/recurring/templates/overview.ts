import { plusDays, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { type Figures, figuresOf } from '../../ledger/figures.ts';
import type { Entry } from '../../transactions/present.ts';
import { withParts } from '../../transactions/read.ts';
import { findByDay, findPast, sumOccurrences } from '../occurrences/occurrences.queries.ts';
import { daysAhead, listUpcoming, type UpcomingOccurrence } from '../occurrences/upcoming.ts';
import { lastBefore } from '../schedule/occurrence-dates.ts';
import { localToday, statusOf, TEMPLATE_STATUSES } from '../schedule/status.ts';
import { isMoving } from './phases.ts';
import { listTemplates, readTemplate, type TemplateEntry, transferNames } from './read.ts';
import { findTemplates } from './templates.queries.ts';

export interface Overview {
  /** Active ones by their next date, then paused ones, then ended ones. */
  templates: TemplateEntry[];
  monthly: Figures;
  upcoming: Figures;
}

/** The number of queries does not depend on the number of templates. */
export async function readOverview(context: Reading): Promise<Overview> {
  const { db, viewer } = context;
  const templates = (await listTemplates(context)).sort(byStatusAndDate);
  const today = todayOf(context);
  return {
    templates,
    monthly: figuresOf(
      templates
        .filter(({ status, transfer }) => status === 'active' && !transfer)
        .map(({ row, monthly }) => ({ type: row.type, amount: monthly, count: 1 })),
    ),
    upcoming: figuresOf(await sumOccurrences(db, viewer.id, { ...daysAhead(today), isCounted: true })),
  };
}

function byStatusAndDate(one: TemplateEntry, other: TemplateEntry): number {
  return sortKey(one).localeCompare(sortKey(other), 'en');
}

function sortKey({ status, next, row }: TemplateEntry): string {
  return `${TEMPLATE_STATUSES.indexOf(status)} ${next ?? '9999-12-31'} ${row.id}`;
}

const MAX_UPCOMING = 100;
const MAX_PAST = 10;

/** A template with its first hundred upcoming transactions, soonest first. @throws DomainError NOT_FOUND */
export async function readTemplateAhead(
  context: Reading,
  id: string,
): Promise<{ template: TemplateEntry; upcoming: Entry[] }> {
  const template = await readTemplate(context, id);
  const range = { templateId: id, after: localToday(template.row, context.now) };
  const upcoming = await findByDay(context.db, context.viewer.id, range, MAX_UPCOMING);
  return { template, upcoming: await withParts(context, upcoming) };
}

/** A template with its upcoming occurrences and its ten latest transactions. @throws DomainError NOT_FOUND */
export async function readTemplateDetails(
  context: Reading,
  id: string,
): Promise<{
  template: TemplateEntry;
  upcoming: UpcomingOccurrence[];
  past: Entry[];
  /** All transactions up to today; if the type has changed, those of the other type are subtracted. */
  total: { count: number; amount: number };
}> {
  const { db, viewer, now } = context;
  const template = await readTemplate(context, id);
  const past = { templateId: id, until: localToday(template.row, now) };
  const rows = await findPast(db, viewer.id, past, MAX_PAST);
  const sums = await sumOccurrences(db, viewer.id, past);
  return {
    template,
    upcoming: await listUpcoming(context, id),
    past: await withParts(context, rows),
    total: {
      count: sums.reduce((count, sum) => count + sum.count, 0),
      amount: sums.reduce(
        (amount, sum) => amount + (sum.type === template.row.type ? sum.amount : -sum.amount),
        0,
      ),
    },
  };
}

/** For how many days after its last date an ended template is listed. */
const ENDED_DAYS = 31;

export interface InactiveTemplate {
  id: string;
  name: string;
}

export async function listInactive(
  context: Reading,
): Promise<Record<'paused' | 'ended', InactiveTemplate[]>> {
  const { db, viewer, now } = context;
  const result: Record<'paused' | 'ended', InactiveTemplate[]> = { paused: [], ended: [] };
  const templates = await findTemplates(db, viewer.id);
  const names = templates.some(isMoving) ? await transferNames(context) : null;
  for (const row of templates) {
    const status = statusOf(row, now);
    if (status === 'active') continue;
    const today = localToday(row, now);
    const last = lastBefore(row, plusDays(today, 1));
    if (status === 'ended' && (last === null || last < plusDays(today, -ENDED_DAYS))) continue;
    result[status].push({ id: row.id, name: names?.get(row.id) ?? row.name });
  }
  return result;
}
