import { localNow } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { type Figures, figuresOf } from '../totals/figures.ts';
import { monthlyEquivalent } from './calendar/monthly-equivalent.ts';
import { comingWindow } from './coming.ts';
import { sumOccurrences } from './outlook/queries.ts';
import type { TemplateEntry } from './present.ts';
import { listTemplates } from './read.ts';
import { statusOf, TEMPLATE_STATUSES, type TemplateStatus } from './status.ts';

/** A template as its owner manages it; `monthly` in minor units. */
export interface ManagedTemplate extends TemplateEntry {
  status: TemplateStatus;
  monthly: number;
}

export interface Overview {
  /** Those that go on first, by their next date; then the stopped ones, then what is over. */
  templates: ManagedTemplate[];
  /** What those that go on come to in a month of thirty days. */
  monthly: Figures;
  /** What is to come in the next ninety days. */
  ahead: Figures;
}

/** The viewer's templates with what they come to: as many questions for two hundred of them as for one. */
export async function templatesOverview(context: SignedIn): Promise<Overview> {
  const { db, viewer, now } = context;
  const templates = (await listTemplates(context)).map((entry) => managed(entry, now)).sort(inOrder);
  const today = localNow(now, viewer.preferences.timezone).date;
  return {
    templates,
    monthly: figuresOf(
      templates
        .filter(({ status }) => status === 'active')
        .map(({ row, monthly }) => ({ type: row.type, amount: monthly, count: 1 })),
    ),
    ahead: figuresOf(await sumOccurrences(db, viewer.id, comingWindow(today))),
  };
}

/** A template with its status and what it comes to in a month. */
export function managed(entry: TemplateEntry, now: Date): ManagedTemplate {
  const { row } = entry;
  return { ...entry, status: statusOf(row, now), monthly: monthlyEquivalent(row.amount, row) };
}

function inOrder(one: ManagedTemplate, other: ManagedTemplate): number {
  return placeOf(one).localeCompare(placeOf(other), 'en');
}

function placeOf({ status, next, row }: ManagedTemplate): string {
  return `${TEMPLATE_STATUSES.indexOf(status)} ${next ?? '9999-12-31'} ${row.id}`;
}
