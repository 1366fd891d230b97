import type { TransactionRow } from '../../../db/tables.ts';
import type { OccurrenceScope } from './occurrence.schema.ts';

/** The columns of an occurrence that decide which scopes it belongs to. */
export type DatedOccurrence = Pick<TransactionRow, 'id' | 'date' | 'occurrence_date' | 'is_detached'>;

/** The transactions that an edit or a deletion affects. */
export interface Impact {
  count: number;
  /** The earliest and the latest of their days, both included. */
  first: string;
  last: string;
  /** The number of them that were edited individually. */
  edited: number;
}

export type ScopeImpacts = Record<OccurrenceScope, Impact>;

/** What deleting an occurrence affects: itself, itself and all later ones, or all of its template. */
export function removalImpacts(rows: DatedOccurrence[], chosen: DatedOccurrence): ScopeImpacts {
  const from = occurrenceDate(chosen);
  return {
    single: impactOf([chosen]),
    future: impactOf(rows.filter((row) => occurrenceDate(row) >= from)),
    all: impactOf(rows),
  };
}

/**
 * What changing an occurrence affects. Other occurrences that were edited individually are never changed. The past is
 * changed only with scope `all`: with `future`, an occurrence of today or before is changed together with those from
 * tomorrow on.
 * @param today in the time zone of the template
 */
export function changeImpacts(rows: DatedOccurrence[], chosen: DatedOccurrence, today: string): ScopeImpacts {
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

/** The date in the schedule of its template, which stays when an occurrence is moved to another day. */
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
  };
}
