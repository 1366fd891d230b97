import type { App, SignedIn } from '../context.ts';
import type { Told } from '../search/tell.ts';
import type { Filter } from './filter.ts';

/** Sums in memory, at most, and the letters that the name of one may have. */
const MOST = 500;
const LONGEST = 2000;

const keptBy = new WeakMap<App, Map<string, Told>>();

/**
 * What a filter adds up to, worked out once while nothing of the person's has changed: paging through what was found
 * does not add it up again. The session row has told the revision at this very request, as for kept pages.
 */
export async function keptSum(
  { app, db, viewer }: SignedIn,
  filter: Filter,
  work: () => Promise<Told>,
): Promise<Told> {
  const name = JSON.stringify([viewer.id, viewer.revision, filter]);
  if (db.isTransaction || name.length > LONGEST) return work();
  const kept = keptBy.get(app) ?? new Map<string, Told>();
  keptBy.set(app, kept);
  const told = kept.get(name) ?? (await work());
  kept.delete(name);
  kept.set(name, told);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break;
    kept.delete(oldest);
  }
  return told;
}
