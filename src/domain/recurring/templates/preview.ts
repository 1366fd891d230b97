import type * as v from 'valibot';
import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import type { Reading, Writing } from '../../context.ts';
import { inLedger } from '../../ledger/ledger.ts';
import { accountOf, accountsById } from '../../money-accounts/read.ts';
import { findOccurrences, findSkippedDates } from '../occurrences/occurrences.queries.ts';
import { monthlyEquivalent } from '../schedule/frequency.ts';
import { countBefore, occurrencesBetween } from '../schedule/occurrence-dates.ts';
import { datesAfterToday, hasBegun, localToday } from '../schedule/status.ts';
import { type Changed, changeTemplate } from './change.ts';
import { completeTemplate } from './create.ts';
import { hasDifferentContent, hasDifferentEnd, hasDifferentSchedule } from './merge-changes.ts';
import { asNext, isMoving, type Template, valuesOn } from './phases.ts';
import { requireTemplate } from './read.ts';
import type { previewSchema, TemplateChanges } from './schema.ts';

const DEFAULT_COUNT = 6;

interface Preview {
  row: Template;
  account: AccountRow;
  dates: string[];
  monthlyEquivalent: number;
  past: number;
}

/** The template that an input would create, and its first dates; writes nothing. @throws as `createTemplate` */
export async function previewTemplate(
  context: Reading,
  { count, from, ...input }: v.InferOutput<ReturnType<typeof previewSchema>>,
): Promise<Preview> {
  const row = await completeTemplate(context.db, context, input);
  const account = accountOf(await accountsById(context), row);
  const first = from !== undefined && from > row.start_date ? from : row.start_date;
  return {
    row,
    account,
    dates: occurrencesBetween(row, first, '9999-12-31', count ?? DEFAULT_COUNT),
    monthlyEquivalent: monthlyEquivalent(row.amount, row, context.viewer.currency),
    past: countBefore(row, localToday(row, context.now)),
  };
}

export async function previewUnchanged(context: Reading, id: string) {
  const { db, viewer, now } = context;
  const template = await requireTemplate(context, id);
  const skipped = await findSkippedDates(db, viewer.id, id);
  return nextOccurrences(template, { skipped, now, accounts: await accountsById(context) });
}

interface Places {
  skipped: string[];
  now: Date;
  accounts: ReadonlyMap<string, AccountRow>;
}

function nextOccurrences(template: Template, { skipped, now, accounts }: Places): NextOccurrence[] {
  return datesAfterToday(template, skipped, now, DEFAULT_COUNT).map((date) => {
    const values = valuesOn(template, date);
    const { amount, account_amount, type } = values;
    return { date, amount, account_amount, type, account: accountOf(accounts, values) };
  });
}

export interface NextOccurrence extends Pick<Template, 'amount' | 'account_amount' | 'type'> {
  date: string;
  account: AccountRow;
}

export interface ScopePreview extends Pick<DryRun, 'past' | 'coming'> {
  updated: number;
  occurrences: NextOccurrence[];
}

interface ChangePreview {
  monthlyEquivalent: number;
  needsScope: boolean;
  isTransfer: boolean;
  future: ScopePreview;
  all: ScopePreview;
}

/** The effect of a change for each scope, executed and rolled back. @throws as `changeTemplate`, but not CONFLICT */
export async function previewChange(
  context: Writing,
  id: string,
  { scope: _scope, basedOn, ...sent }: TemplateChanges,
): Promise<ChangePreview> {
  const before = await requireTemplate(context, id);
  const isCurrent = basedOn === asNext(before, context.now).updated_at;
  const changes = isCurrent ? { ...sent, basedOn } : sent;
  const future = await dryRun(context, id, { ...changes, scope: 'future' });
  const all = await dryRun(context, id, { ...changes, scope: 'all' });
  const after = all.template;
  const accounts = await accountsById(context);
  const toPreview = ({ template, updated, skipped, past, coming }: DryRun): ScopePreview => ({
    updated,
    past,
    coming,
    occurrences: nextOccurrences(template, { skipped, now: context.now, accounts }),
  });
  const { amount, ...rule } = asNext(future.template, context.now);
  return {
    monthlyEquivalent: monthlyEquivalent(amount, rule, context.viewer.currency),
    isTransfer: isMoving(before),
    // Without a past both scopes are the same.
    needsScope:
      [before, after].some((template) => hasBegun(template, localToday(template, context.now))) &&
      (hasDifferentContent(before, after) ||
        hasDifferentSchedule(before, after) ||
        hasDifferentEnd(before, after)),
    future: toPreview(future),
    all: toPreview(all),
  };
}

/** A change with the dates on which nothing will be: skipped ones, and those of what was edited on another day. */
interface DryRun extends Changed {
  skipped: string[];
  /** How many transactions up to today change, and how many of those after it that are there. */
  past: number;
  coming: number;
}

async function dryRun(context: Writing, id: string, changes: TemplateChanges): Promise<DryRun> {
  try {
    return await inLedger(context, async ({ tx, userId }, inside) => {
      const before = await findOccurrences(tx, userId, { templateId: id, from: '' });
      const changed = await changeTemplate({ ...inside, confirmLocked: true }, id, changes);
      const skipped = await findSkippedDates(tx, userId, id);
      const after = await findOccurrences(tx, userId, { templateId: id, from: '' });
      for (const { date, occurrence_date } of after)
        if (occurrence_date !== null && date !== occurrence_date) skipped.push(occurrence_date);
      const counts = countChanged(before, after, localToday(changed.template, context.now));
      throw new Rollback({ ...changed, skipped, ...counts });
    });
  } catch (error) {
    if (error instanceof Rollback) return error.changed;
    throw error;
  }
}

/** One that goes and another that comes instead are one. Upcoming ones that only come are further ahead. */
function countChanged(before: readonly TransactionRow[], after: readonly TransactionRow[], today: string) {
  const [was, is] = [before, after].map((rows) => new Map(rows.map((row) => [row.id, row.updated_at])));
  const count = (isIn: (row: TransactionRow) => boolean) => {
    const gone = before.filter((row) => isIn(row) && !is?.has(row.id)).length;
    const come = after.filter((row) => isIn(row) && !was?.has(row.id)).length;
    const changed = before.filter(
      (row) => isIn(row) && (is?.get(row.id) ?? row.updated_at) !== row.updated_at,
    );
    return { gone, come, changed: changed.length };
  };
  const past = count(({ date }) => date <= today);
  const coming = count(({ date }) => date > today);
  return {
    past: Math.max(past.gone, past.come) + past.changed,
    coming: (coming.gone || coming.come) + coming.changed,
  };
}

/** Carries the result of a dry run out of its database transaction, which it rolls back. */
class Rollback extends Error {
  readonly changed: DryRun;

  constructor(changed: DryRun) {
    super('dry run');
    this.changed = changed;
  }
}
