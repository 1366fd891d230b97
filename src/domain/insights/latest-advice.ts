import { LRUCache } from 'lru-cache';
import { localNow } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { readInsights } from './read-insights.ts';
import type { Advice } from './recommendations.ts';
import { BATCH_MOST } from './schema.ts';

/** What the latest transactions call for, and the local dates from the first of them to the last. */
export interface LatestAdvice {
  advice: Advice[];
  from: string;
  to: string;
}

// Comparing 200 transactions with each other takes longer than all other figures of a person, and the outcome is the
// same until their money, their currency or the day changes. Never another's: the id is part of the key.
const known = new LRUCache<string, LatestAdvice>({ max: 1000 });

/** The recommendations that follow from the viewer's latest transactions. */
export async function readLatestAdvice(context: Reading): Promise<LatestAdvice> {
  const { viewer, now } = context;
  const key = [
    ...[viewer.id, viewer.revision, viewer.currency],
    localNow(now, viewer.preferences.timezone).date,
  ].join(' ');
  const present = known.get(key);
  if (present) return present;
  const { recommendations: advice, from, to } = await readInsights(context, { limit: BATCH_MOST });
  known.set(key, { advice, from, to });
  return { advice, from, to };
}
