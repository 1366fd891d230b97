import type { TransactionRow } from '../../db/tables.ts';
import type { OccurrenceScope } from './schema.ts';

/** What a reach is reckoned by: the day that an occurrence lies on, the one it stands for, and whether it was edited. */
export type Dated = Pick<TransactionRow, 'id' | 'date' | 'occurrence_date' | 'is_detached'>;

/** How far something reaches in a series: how many transactions, and the days that they lie on, both included. */
export interface Reach {
  count: number;
  first: string;
  last: string;
  /** How many of them somebody has edited by themselves. */
  edited: number;
}

/** What each of the three choices reaches. */
export type Reaches = Record<OccurrenceScope, Reach>;

/** What goes with an occurrence: it alone, it and what stands for later dates, or the whole series. */
export function removalReaches(rows: Dated[], chosen: Dated): Reaches {
  const from = standsFor(chosen);
  return {
    single: reachOf([chosen]),
    future: reachOf(rows.filter((row) => standsFor(row) >= from)),
    all: reachOf(rows),
  };
}

/**
 * What changes with an occurrence. The past changes only where all is chosen, so that one of today or before changes
 * together with what comes from tomorrow on; others that were edited by themselves never do.
 * @param today where the template lives
 */
export function changeReaches(rows: Dated[], chosen: Dated, today: string): Reaches {
  const from = standsFor(chosen);
  const changes = (row: Dated) => row.id === chosen.id || row.is_detached === null;
  const follows = (row: Dated) => standsFor(row) > today && standsFor(row) >= from;
  return {
    single: reachOf([chosen]),
    future: reachOf(rows.filter((row) => changes(row) && (row.id === chosen.id || follows(row)))),
    all: reachOf(rows.filter(changes)),
  };
}

/** The date of the series that an occurrence stands for, wherever it was moved to. */
export function standsFor({ occurrence_date, date }: Pick<Dated, 'occurrence_date' | 'date'>): string {
  return occurrence_date ?? date;
}

function reachOf(rows: Dated[]): Reach {
  const days = rows.map(({ date }) => date).sort();
  return {
    count: rows.length,
    first: days[0] ?? '',
    last: days.at(-1) ?? '',
    edited: rows.filter(({ is_detached }) => is_detached === 1).length,
  };
}
