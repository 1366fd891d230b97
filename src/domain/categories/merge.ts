import type { Reading } from '../context.ts';
import { invalid } from '../error.ts';
import { planRemoval } from './remove.ts';

interface Merge {
  ids: string[];
  into: string;
}

/**
 * What the categories contain moves to `into`, and they are removed: `remove.ts` checks `into` and does both.
 * @throws as `planRemoval`
 */
export function planMerge(context: Reading, { ids, into }: Merge) {
  return planRemoval(context, { ids, moveTo: into, as: 'merge' });
}

/** Merges several categories into one of them. @throws as `planRemoval`, VALIDATION_ERROR if it is not in `ids` */
export async function planMergeIntoOne(context: Reading, { ids, into }: Merge) {
  if (!ids.includes(into)) throw invalid({ field: 'moveTo', message: 'errors:mergeStays' });
  return planMerge(context, { ids: ids.filter((id) => id !== into), into });
}
