import type { TemplateRow } from '../../db/tables.ts';
import { plusDays } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { inTransaction } from '../transact.ts';
import { monthlyEquivalent } from './calendar/monthly-equivalent.ts';
import { occurrencesFrom } from './calendar/occurrences.ts';
import { type Changed, changeTemplate } from './change.ts';
import { endDifferently, fallDifferently, sayDifferent } from './compare.ts';
import { SHOWN } from './preview.ts';
import { todayOf } from './progress.ts';
import { findSkipped, findTemplate } from './queries.ts';
import type { TemplateChanges } from './schema.ts';

/** What a change would come to with one of its scopes. */
export interface ScopePreview {
  /** Transactions that would be new, gone, or say something else. */
  updated: number;
  /** The first dates after today. */
  dates: string[];
}

/**
 * What a change of a series would come to, for each scope. It is made and taken back, so that the numbers are those of
 * the change itself.
 * @returns `needsScope`: whether it makes a difference to transactions, and so which of them are meant
 * @throws DomainError as the change would, but for what it is based on
 */
export async function previewChange(
  context: SignedIn,
  id: string,
  { scope: _scope, basedOn: _basedOn, ...changes }: TemplateChanges,
) {
  const before = await findTemplate(context.db, context.viewer.id, id);
  if (!before) throw notFound();
  const following = await tried(context, id, { ...changes, scope: 'future' });
  const whole = await tried(context, id, { ...changes, scope: 'all' });
  const { template } = whole;
  const skipped = await findSkipped(context.db, context.viewer.id);
  const left = new Set(skipped.filter(({ template_id }) => template_id === id).map(({ date }) => date));
  const shown = (changed: Changed): ScopePreview => ({
    updated: changed.updated,
    dates: comingDates(changed.template, left, context.now),
  });
  return {
    row: template,
    monthlyEquivalent: monthlyEquivalent(template.amount, template),
    needsScope:
      sayDifferent(before, template) || fallDifferently(before, template) || endDifferently(before, template),
    future: shown(following),
    all: shown(whole),
  };
}

async function tried(context: SignedIn, id: string, changes: TemplateChanges): Promise<Changed> {
  try {
    return await inTransaction(context.db, async (tx) => {
      throw new TakenBack(await changeTemplate({ ...context, db: tx }, id, changes));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.changed;
    throw error;
  }
}

// Thrown so that the database takes all of it back.
class TakenBack extends Error {
  readonly changed: Changed;

  constructor(changed: Changed) {
    super('taken back');
    this.changed = changed;
  }
}

function comingDates(template: TemplateRow, left: Set<string>, now: Date): string[] {
  const dates: string[] = [];
  for (const date of occurrencesFrom(template, plusDays(todayOf(template, now), 1))) {
    if (dates.length === SHOWN) break;
    if (!left.has(date)) dates.push(date);
  }
  return dates;
}
