import type { Db } from '../../db/open.ts';
import { type Figures, figuresOf } from '../totals/figures.ts';
import type { Filter } from '../transactions/filter.ts';
import { isKept, sumFound, sumKept } from './found/queries.ts';
import { areToldByRecords, findMatches } from './matches/find-matches.ts';
import type { Sought } from './seek.ts';

/** What all that a search finds adds up to, and where it lies if that helps to find it. */
export interface Told {
  figures: Figures;
  /** How many each day has, if they are few among all that the rarest piece leads to. */
  days?: ReadonlyMap<string, number>;
}

/** Where fewer of those looked at than one in so many are found, it pays to know their days. */
const FEW = 20;

/** Adds up what a search finds, in the quickest way that can tell. */
export async function tell(db: Db, userId: string, sought: Sought, filter: Filter): Promise<Told> {
  const [word = ''] = sought.lead;
  if (isKept(sought, filter)) return { figures: figuresOf(await sumKept(db, userId, word, filter)) };
  if (!areToldByRecords(sought, filter))
    return { figures: figuresOf(await sumFound(db, userId, sought, filter)) };
  const { sums, days } = await findMatches(db, userId, sought, filter);
  const figures = figuresOf(sums);
  return figures.count * FEW < sought.count ? { figures, days } : { figures };
}
