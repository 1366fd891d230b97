import type { TransactionRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { notFound } from '../../error.ts';
import { accountsById } from '../../money-accounts/read.ts';
import { readTransaction } from '../../transactions/read.ts';
import { nextOccurrence } from '../schedule/occurrence-dates.ts';
import { localToday, nextDates } from '../schedule/status.ts';
import type { Template } from '../templates/phases.ts';
import { findTemplate } from '../templates/templates.queries.ts';
import { findOccurrenceDates, findSkippedDates } from './occurrences.queries.ts';
import type { OccurrenceScope } from './schema.ts';

const NEXT_COUNT = 3;

interface OccurrenceDetails {
  /** Null if the template was deleted. */
  template: Template | null;
  next: string[];
  isAhead: boolean;
  removal: ScopeImpacts;
  change: ScopeImpacts | null;
  /** The scopes that differ in their effect. */
  choices: Choices;
}

/** @throws DomainError NOT_FOUND, also for a transaction without a template */
export async function readOccurrence(context: Reading, id: string): Promise<OccurrenceDetails> {
  const { row } = await readTransaction(context, id);
  const details = await describeOccurrence(context, row);
  if (!details) throw notFound();
  return details;
}

export async function describeOccurrence(
  { db, viewer, now }: Reading,
  row: TransactionRow,
): Promise<OccurrenceDetails | null> {
  const { user_id, template_id } = row;
  if (template_id === null) return null;
  const accounts = await accountsById({ db, viewer });
  const currencyIn = ({ account_id }: Pick<TransactionRow, 'account_id'>) =>
    accounts.get(account_id)?.currency;
  const dated = (one: OccurrenceDates): DatedOccurrence => ({
    ...one,
    isElsewhere: currencyIn(one) !== currencyIn(row),
  });
  const rows = (await findOccurrenceDates(db, user_id, template_id)).map(dated);
  const removal = removalImpacts(rows, dated(row));
  const template = await findTemplate(db, user_id, template_id);
  if (!template) {
    const choices = { removal: distinctRemovals(removal, false), change: [] };
    return { template: null, next: [], isAhead: false, removal, change: null, choices };
  }
  const today = localToday(template, now);
  const skipped = await findSkippedDates(db, user_id, template_id);
  const date = occurrenceDate(row);
  const isAhead = date > today;
  const change = changeImpacts(rows, dated(row), today);
  const goesOn = (after: string) => nextOccurrence(template, plusDays(after, 1)) !== null;
  return {
    template,
    next: nextDates(template, skipped, now, NEXT_COUNT),
    isAhead,
    removal,
    change,
    choices: {
      removal: distinctRemovals(removal, true, goesOn(date)),
      change: distinctChanges(change, goesOn(isAhead ? date : today)),
    },
  };
}

type Choices = Record<'removal' | 'change', OccurrenceScope[]>;

type Counts = Record<'future' | 'all', Pick<Impact, 'count'>>;

/** @param goesOn whether dates follow, of which some may not be generated yet */
export function distinctRemovals(
  { future, all }: Counts,
  hasTemplate: boolean,
  goesOn = false,
): OccurrenceScope[] {
  const isOnlyThis = future.count === 1 && !goesOn;
  return [
    'single',
    ...(future.count < all.count && !isOnlyThis ? ['future' as const] : []),
    // With a template it deletes the series too.
    ...(hasTemplate || all.count > 1 ? ['all' as const] : []),
  ];
}

export function distinctChanges({ future, all }: Counts, goesOn: boolean): OccurrenceScope[] {
  return [
    'single',
    ...(future.count > 1 || goesOn ? ['future' as const] : []),
    ...(all.count > future.count ? ['all' as const] : []),
  ];
}

export function presentOccurrence({ template, next, isAhead, removal, change, choices }: OccurrenceDetails) {
  return {
    template_id: template?.id ?? null,
    name: template?.name ?? null,
    next_dates: next,
    is_ahead: isAhead,
    never_ends: template?.end_type === 'never',
    removal: presentImpacts(removal),
    change: change && presentImpacts(change),
    choices,
  };
}

function presentImpacts({ single, future, all }: ScopeImpacts) {
  return { single: presentImpact(single), future: presentImpact(future), all: presentImpact(all) };
}

function presentImpact({ count, first, last, edited, elsewhere }: Impact) {
  return {
    count,
    first_date: first,
    last_date: last,
    edited_count: edited,
    other_currency_count: elsewhere,
  };
}

export type PresentedOccurrence = ReturnType<typeof presentOccurrence>;

type OccurrenceDates = Pick<TransactionRow, 'id' | 'date' | 'occurrence_date' | 'is_detached' | 'account_id'>;

interface DatedOccurrence extends OccurrenceDates {
  /** In an account of another currency than the chosen one, so that a new amount is not for it. */
  isElsewhere: boolean;
}

interface Impact {
  count: number;
  first: string;
  last: string;
  edited: number;
  elsewhere: number;
}

type ScopeImpacts = Record<OccurrenceScope, Impact>;

function removalImpacts(rows: DatedOccurrence[], chosen: DatedOccurrence): ScopeImpacts {
  const from = occurrenceDate(chosen);
  return {
    single: impactOf([chosen]),
    future: impactOf(rows.filter((row) => occurrenceDate(row) >= from)),
    all: impactOf(rows),
  };
}

/**
 * Other occurrences that were edited individually never change. Only `all` changes the past: with `future`, an
 * occurrence of today or before changes together with those from tomorrow on.
 * @param today in the time zone of the template
 */
function changeImpacts(rows: DatedOccurrence[], chosen: DatedOccurrence, today: string): ScopeImpacts {
  const from = occurrenceDate(chosen);
  const isChanged = (row: DatedOccurrence) => row.id === chosen.id || row.is_detached === null;
  const isFuture = (row: DatedOccurrence) =>
    row.id === chosen.id || (occurrenceDate(row) > today && occurrenceDate(row) >= from);
  return {
    single: impactOf([chosen]),
    future: impactOf(rows.filter((row) => isChanged(row) && isFuture(row))),
    all: impactOf(rows.filter(isChanged)),
  };
}

/** The date in the schedule, which stays when an occurrence is moved to another day. */
export function occurrenceDate({
  occurrence_date,
  date,
}: Pick<DatedOccurrence, 'occurrence_date' | 'date'>): string {
  return occurrence_date ?? date;
}

function impactOf(rows: DatedOccurrence[]): Impact {
  const days = rows.map(({ date }) => date).sort();
  return {
    count: rows.length,
    first: days[0] ?? '',
    last: days.at(-1) ?? '',
    edited: rows.filter(({ is_detached }) => is_detached === 1).length,
    elsewhere: rows.filter(({ isElsewhere }) => isElsewhere).length,
  };
}
