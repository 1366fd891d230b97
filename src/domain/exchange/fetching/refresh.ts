import { type Lease, withLease } from '../../../db/lease.ts';
import type { Db } from '../../../db/open.ts';
import type { Context } from '../../context.ts';
import { DAY, HOUR, MINUTE } from '../../instants.ts';
import { findFailures, storeFailure } from '../exchange.queries.ts';
import {
  areClose,
  type DailyRates,
  isOfLongAgo,
  keepRates,
  latestRates,
  type StoredRates,
} from '../rates.ts';
import { ask, type Provider, providersOf } from './provider.ts';

type Node = Pick<Context, 'rootDb' | 'settings' | 'timing' | 'log'>;

/** How long fetched rates are used before they are fetched again, in milliseconds. */
export const FRESH_FOR = 4 * HOUR;

/** Attempts with a provider, the pause between them, and its rest after the last one failed, in milliseconds. */
const TRIES = 3;
const PAUSE = 1_000;
export const REST = 5 * MINUTE;

/** How often, and for how long at most, a node checks whether another one has fetched the rates, in milliseconds. */
const LOOK_EVERY = 500;
const LOOK_FOR = 40_000;

/** If two providers agree this closely, their rates are accepted, even far from the last ones. */
const NEAR = 1.05;

/** Older rates are not compared with those of today. */
const COMPARED_FOR = 365 * DAY;

const LEASE = 'exchange-rates';

export function isFresh({ fetchedAt }: StoredRates, now: Date): boolean {
  return now.getTime() - Date.parse(fetchedAt) < FRESH_FOR;
}

/** When the next provider may be requested again; null if one may be requested now. */
export async function restingUntil({ rootDb, settings, timing }: Node): Promise<Date | null> {
  const now = timing.now();
  const paused = [...(await pauseEnds(rootDb)).values()].filter((end) => end > now.getTime());
  return paused.length < providersOf(settings).length ? null : new Date(Math.min(...paused));
}

/** Fetches and stores the rates, on one node at a time; a failure is logged and recorded. */
export async function refresh(node: Node, isStopping: () => boolean): Promise<void> {
  const { rootDb, timing } = node;
  const until = timing.now().getTime() + LOOK_FOR;
  while (!isStopping() && timing.now().getTime() < until) {
    const last = await latestRates(rootDb);
    if (last && isFresh(last, timing.now())) return;
    const isDone = await withLease(rootDb, LEASE, timing.now, async (lease) => {
      await fetchUnder(lease, node, isStopping);
      return true;
    });
    if (isDone) return;
    await timing.pause(LOOK_EVERY);
  }
}

async function fetchUnder(lease: Lease, node: Node, isStopping: () => boolean): Promise<void> {
  // Another node may have fetched them before this one got the lease.
  const last = await latestRates(node.rootDb);
  if (last && isFresh(last, node.timing.now())) return;
  await fetchFromAny(node, comparable(last, node.timing.now()), async () => {
    return !isStopping() && (await lease.isHeld());
  });
}

function comparable(last: StoredRates | undefined, now: Date): StoredRates | undefined {
  return last && now.getTime() - Date.parse(last.fetchedAt) < COMPARED_FOR ? last : undefined;
}

async function fetchFromAny(
  node: Node,
  last: StoredRates | undefined,
  mayContinue: () => Promise<boolean>,
): Promise<void> {
  const { rootDb, settings, timing, log } = node;
  const ends = await pauseEnds(rootDb);
  const doubtful: DailyRates[] = [];
  let ofLongAgo: StoredRates | undefined;
  for (const provider of providersOf(settings)) {
    if ((ends.get(provider.name) ?? 0) > timing.now().getTime()) continue;
    const received = await fetchWithRetries(provider, node, mayContinue);
    if (received === 'stopped') return;
    const isBelieved =
      received &&
      (!last || areClose(received, last) || doubtful.some((other) => areClose(received, other, NEAR)));
    if (isBelieved) {
      const fetchedAt = timing.now().toISOString();
      const rates = { ...received, source: provider.source, fetchedAt };
      if (!isOfLongAgo(received, timing.now())) return keepRates(rootDb, rates);
      if (!ofLongAgo || ofLongAgo.date < received.date) ofLongAgo = rates;
      log.warn({ source: provider.source, date: received.date }, 'exchange rates are of a day long ago');
    } else if (received) {
      doubtful.push(received);
      log.warn({ source: provider.source }, 'exchange rates are too far from the last ones');
    }
    await storeFailure(rootDb, { provider: provider.name, failed_at: timing.now().toISOString() });
  }
  // Rates of long ago are better than none or older ones.
  if (ofLongAgo && (!last || last.date <= ofLongAgo.date)) await keepRates(rootDb, ofLongAgo);
}

async function fetchWithRetries(
  provider: Provider,
  { timing, log }: Node,
  mayContinue: () => Promise<boolean>,
): Promise<DailyRates | null | 'stopped'> {
  for (let tried = 1; tried <= TRIES; tried += 1) {
    if (!(await mayContinue())) return 'stopped';
    try {
      return await ask(provider, timing);
    } catch (error) {
      // The address may contain a key, and the cause has the useful message.
      const { cause = error } = error as Error;
      log.warn({ err: cause, source: provider.source }, 'exchange rates could not be fetched');
    }
    if (tried < TRIES) await timing.pause(PAUSE);
  }
  return null;
}

async function pauseEnds(db: Db): Promise<Map<Provider['name'], number>> {
  const failures = await findFailures(db);
  return new Map(failures.map(({ provider, failed_at }) => [provider, Date.parse(failed_at) + REST]));
}
