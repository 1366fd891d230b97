import type { Reading } from '../context.ts';
import { invalid } from '../error.ts';
import { planRemoval } from './remove.ts';

interface Merge {
  ids: string[];
  into: string;
}

/** Merging categories into another one: what they have moves to it, and they are removed. @throws as `planRemoval` */
export function planMerge(context: Reading, { ids, into }: Merge) {
  return planRemoval(context, { ids, moveTo: into, as: 'merge' });
}

/** Merging several into the one that stays. @throws as `planRemoval`, VALIDATION_ERROR for one not among them */
export async function planMergeIntoOne(context: Reading, { ids, into }: Merge) {
  if (!ids.includes(into)) throw invalid({ field: 'moveTo', message: 'errors:mergeStays' });
  return planMerge(context, { ids: ids.filter((id) => id !== into), into });
}
