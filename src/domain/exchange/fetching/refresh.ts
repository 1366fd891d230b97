import { holdLease, type Lease } from '../../../db/lease.ts';
import type { Db } from '../../../db/open.ts';
import type { Context } from '../../context.ts';
import { findFailures, storeFailure } from '../exchange.queries.ts';
import { agree, type DailyRates, isOfLongAgo, keepRates, latestRates, type StoredRates } from '../rates.ts';
import { ask, type Provider, providersOf } from './provider.ts';

type Node = Pick<Context, 'rootDb' | 'settings' | 'timing' | 'log'>;

/** How long fetched rates are used before they are fetched again, in milliseconds. */
export const FRESH_FOR = 4 * 60 * 60_000;

/** Attempts with a provider, the pause between them, and its rest after the last one failed, in milliseconds. */
const TRIES = 3;
const PAUSE = 1_000;
export const REST = 5 * 60_000;

/** How often, and how long at most, a node looks whether another one has fetched the rates, in milliseconds. */
const LOOK_EVERY = 500;
const LOOK_FOR = 40_000;

/** Two providers that state nearly the same are believed, whatever was before. */
const NEAR = 1.05;

/** Older rates say nothing about those of today. */
const COMPARED_FOR = 365 * 24 * 60 * 60_000;

const LEASE = 'exchange-rates';

export function isFresh({ fetchedAt }: StoredRates, now: Date): boolean {
  return now.getTime() - Date.parse(fetchedAt) < FRESH_FOR;
}

/** When the next provider may be asked again; null when one may be asked now. */
export async function restingUntil({ rootDb, settings, timing }: Node): Promise<Date | null> {
  const now = timing.now();
  const resting = [...(await restEnds(rootDb)).values()].filter((end) => end > now.getTime());
  return resting.length < providersOf(settings).length ? null : new Date(Math.min(...resting));
}

/** Fetches the rates and stores them, on one node at a time; a failure is logged and noted. */
export async function refresh(node: Node, isStopping: () => boolean): Promise<void> {
  const { rootDb, timing } = node;
  const until = timing.now().getTime() + LOOK_FOR;
  while (!isStopping() && timing.now().getTime() < until) {
    const last = await latestRates(rootDb);
    if (last && isFresh(last, timing.now())) return;
    const lease = await holdLease(rootDb, LEASE, timing.now);
    if (lease) return fetchUnder(lease, node, isStopping);
    await timing.pause(LOOK_EVERY);
  }
}

async function fetchUnder(lease: Lease, node: Node, isStopping: () => boolean): Promise<void> {
  try {
    // Another node may have fetched them since we looked.
    const last = await latestRates(node.rootDb);
    if (last && isFresh(last, node.timing.now())) return;
    await fetchFromAny(node, comparable(last, node.timing.now()), async () => {
      return !isStopping() && (await lease.isHeld());
    });
  } finally {
    await lease.release();
  }
}

function comparable(last: StoredRates | undefined, now: Date): StoredRates | undefined {
  return last && now.getTime() - Date.parse(last.fetchedAt) < COMPARED_FOR ? last : undefined;
}

async function fetchFromAny(
  node: Node,
  last: StoredRates | undefined,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  const { rootDb, settings, timing, log } = node;
  const ends = await restEnds(rootDb);
  const doubtful: DailyRates[] = [];
  let ofLongAgo: StoredRates | undefined;
  for (const provider of providersOf(settings)) {
    if ((ends.get(provider.name) ?? 0) > timing.now().getTime()) continue;
    const found = await tryOften(provider, node, mayGoOn);
    if (found === 'stopped') return;
    const isBelieved =
      found && (!last || agree(found, last) || doubtful.some((other) => agree(found, other, NEAR)));
    if (isBelieved) {
      const fetchedAt = timing.now().toISOString();
      const rates = { ...found, source: provider.source, fetchedAt };
      if (!isOfLongAgo(found, timing.now())) return keepRates(rootDb, rates);
      if (!ofLongAgo || ofLongAgo.date < found.date) ofLongAgo = rates;
      log.warn({ source: provider.source, date: found.date }, 'exchange rates are of a day long ago');
    } else if (found) {
      doubtful.push(found);
      log.warn({ source: provider.source }, 'exchange rates are too far from the last ones');
    }
    await storeFailure(rootDb, { provider: provider.name, failed_at: timing.now().toISOString() });
  }
  // Better than none, and than older ones.
  if (ofLongAgo && (!last || last.date <= ofLongAgo.date)) await keepRates(rootDb, ofLongAgo);
}

/** The rates of a provider, or null when every attempt failed. */
async function tryOften(
  provider: Provider,
  { timing, log }: Node,
  mayGoOn: () => Promise<boolean>,
): Promise<DailyRates | null | 'stopped'> {
  for (let tried = 1; tried <= TRIES; tried += 1) {
    if (!(await mayGoOn())) return 'stopped';
    try {
      return await ask(provider, timing);
    } catch (error) {
      // The address may contain a key, and the message of the cause is the one that helps.
      const { cause = error } = error as Error;
      log.warn({ err: cause, source: provider.source }, 'exchange rates could not be fetched');
    }
    if (tried < TRIES) await timing.pause(PAUSE);
  }
  return null;
}

async function restEnds(db: Db): Promise<Map<Provider['name'], number>> {
  const failures = await findFailures(db);
  return new Map(failures.map(({ provider, failed_at }) => [provider, Date.parse(failed_at) + REST]));
}
