import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { NEAR_RATES } from '../../../scripts/demo/rate-shapes.ts';
import { type App, createContext } from '../../../src/app.ts';
import { acquireLease } from '../../../src/db/lease.ts';
import { FIRST_PATIENCE, PATIENCE, rateHistory, readRates } from '../../../src/domain/exchange/read.ts';
import type { Timing } from '../../../src/domain/timing.ts';
import { createTestApp, START } from '../../support/app.ts';
import { forEachEngine } from '../../support/databases.ts';
import {
  type Behaviour,
  type RateProvider,
  startRateProvider,
  storeRates,
} from '../../support/rate-provider.ts';

const HOUR = 3600;

// The last digits identify the provider.
const PRIMARY = { ...NEAR_RATES, ILS: 3.2604 };
const SECONDARY = { ...NEAR_RATES, ILS: 3.2511 };

const UNAVAILABLE = { code: 'RATES_UNAVAILABLE', status: 503 };

const primary = await startRateProvider('primary');
const secondary = await startRateProvider('secondary');

/** Aborts attempts that wait for a provider. */
let attempts: AbortController[] = [];
/** Whether people do not wait at all. */
let isImpatient = false;

afterAll(() => Promise.all([primary.stop(), secondary.stop()]));

function limit(milliseconds: number): AbortSignal {
  if ([PATIENCE, FIRST_PATIENCE].includes(milliseconds))
    return isImpatient ? AbortSignal.abort() : new AbortController().signal;
  const attempt = new AbortController();
  attempts.push(attempt);
  return attempt.signal;
}

/** Ends the attempt when the provider has its request, like a timeout. */
function timeOut(provider: RateProvider): void {
  provider.onRequest = () => attempts.at(-1)?.abort(new DOMException('too late', 'TimeoutError'));
}

forEachEngine((engine) => {
  const pauses: number[] = [];
  const nodes = ['one', 'other'].map(() => {
    const timing: Partial<Timing> = { limit };
    const node = createTestApp(engine, {
      environment: { RATES_URL_PRIMARY: primary.address, RATES_URL_SECONDARY: secondary.address },
      timing,
    });
    timing.pause = async (milliseconds) => {
      pauses.push(milliseconds);
      for (const each of nodes) each.advance(milliseconds / 1000);
    };
    return node;
  });
  const [node, otherNode] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];

  const ask = (app: App = node.app) => readRates(createContext(app), 'USD');
  const advance = (seconds: number) => nodes.forEach((each) => void each.advance(seconds));
  const asked = () => [primary.asked.length, secondary.asked.length];
  const behave = (one: Behaviour, other: Behaviour) => {
    primary.behaviour = one;
    secondary.behaviour = other;
  };

  beforeEach(async () => {
    await node.app.settle();
    await engine.db.deleteFrom('exchange_rates').execute();
    await engine.db.deleteFrom('rate_failures').execute();
    for (const each of nodes) each.setClock(START);
    for (const provider of [primary, secondary]) {
      provider.asked.length = 0;
      provider.onRequest = () => {};
    }
    behave({ rates: PRIMARY }, { rates: SECONDARY });
    pauses.length = 0;
    node.logs.length = 0;
    attempts = [];
    isImpatient = false;
  });

  test('rates are fetched when somebody asks, and again after four hours', async () => {
    expect(await ask()).toMatchObject({
      ...{ base: 'USD', date: '2026-06-15', source: primary.source, fetchedAt: START, stale: false },
      rates: Object.fromEntries(Object.entries(PRIMARY).map(([code, rate]) => [code, String(rate)])),
    });
    expect(primary.asked).toEqual(['/v6/latest/USD']);
    advance(4 * HOUR - 1);
    expect(await ask()).toMatchObject({ fetchedAt: START });
    expect(asked()).toEqual([1, 0]);
    advance(1);
    expect(await ask()).toMatchObject({ fetchedAt: '2026-06-15T13:00:00.000Z' });
    expect(asked()).toEqual([2, 0]);
  });

  test('the second provider is asked when the first one fails three times, with a second between', async () => {
    behave({ text: 'down', status: 500 }, { rates: SECONDARY });
    expect(await ask()).toMatchObject({ source: secondary.source, rates: { ILS: '3.2511' } });
    expect(asked()).toEqual([3, 1]);
    expect(secondary.asked).toEqual(['/v1/latest?base=USD']);
    expect(pauses).toEqual([1000, 1000]);
  });

  test('nobody waits for providers that do not answer, and who asks next has what was fetched meanwhile', async () => {
    behave('hangs', { rates: SECONDARY });
    isImpatient = true;
    await expect(ask()).rejects.toMatchObject(UNAVAILABLE);
    timeOut(primary);
    attempts.at(-1)?.abort(new DOMException('too late', 'TimeoutError'));
    await node.app.settle();
    expect(await ask()).toMatchObject({ source: secondary.source });
    expect(asked()).toEqual([3, 1]);
    expect(pauses).toEqual([1000, 1000]);
  });

  test('a user and a key before the host are sent as such, and never logged', async () => {
    const { RATES_URL_PRIMARY, ...others } = node.app.config;
    const address = new URL(RATES_URL_PRIMARY.replace('{base}', 'USD'));
    address.username = 'somebody';
    address.password = 's3cr3t-key';
    address.search = '?access_key=s3cr3t-query';
    const config = { ...others, RATES_URL_PRIMARY: `${address.href}&base={base}` };
    behave({ text: 'down', status: 500 }, { rates: SECONDARY });
    expect(await ask({ ...node.app, config })).toMatchObject({ source: secondary.source });
    expect(primary.authorizations.at(-1)).toBe(`Basic ${btoa('somebody:s3cr3t-key')}`);
    node.app.log.error(
      { err: new Error(`fetch of ${address.href} failed`), address: address.href },
      address.href,
    );
    expect(node.logs.join('')).toContain('could not be fetched');
    expect(node.logs.join('')).toContain(`http://${address.host}/`);
    expect(node.logs.join('')).not.toContain('s3cr3t');
  });

  test('a single failure is repeated', async () => {
    behave({ text: 'down', status: 503 }, { rates: SECONDARY });
    primary.onRequest = () => {
      primary.behaviour = { rates: PRIMARY };
    };
    expect(await ask()).toMatchObject({ source: primary.source });
    expect(asked()).toEqual([2, 0]);
  });

  test('a provider that failed is left in peace for five minutes, by every node', async () => {
    behave({ text: 'down', status: 500 }, { text: 'down', status: 500 });
    await expect(ask()).rejects.toMatchObject(UNAVAILABLE);
    expect(asked()).toEqual([3, 3]);
    advance(5 * 60 - 10);
    behave({ rates: PRIMARY }, { rates: SECONDARY });
    for (const { app } of nodes) {
      await expect(ask(app)).rejects.toMatchObject({ ...UNAVAILABLE, extra: { retryAfter: 8 } });
    }
    expect(asked()).toEqual([3, 3]);
    advance(10);
    expect(await ask(otherNode.app)).toMatchObject({ source: primary.source });
  });

  test('while the first one rests the second is asked', async () => {
    behave({ text: 'down', status: 500 }, { rates: SECONDARY });
    await ask();
    await engine.db.deleteFrom('exchange_rates').execute();
    advance(60);
    expect(await ask()).toMatchObject({ source: secondary.source });
    expect(asked()).toEqual([3, 2]);
  });

  test('the last rates are shown while nothing can be fetched, and are stale after twelve hours', async () => {
    await storeRates(engine.db, { date: '2026-06-14', fetchedAt: '2026-06-14T21:00:00.000Z' });
    behave({ text: 'down', status: 500 }, { text: 'down', status: 500 });
    const last = { date: '2026-06-14', source: 'rates.example', rates: { ILS: '3.2604' } };
    // Its clock has advanced meanwhile.
    expect(await ask()).toMatchObject({ ...last, stale: true });
    for (const each of nodes) each.setClock(START);
    expect(await ask()).toMatchObject({ ...last, stale: false });
  });

  test('the second provider is asked when the first one states rates of a day long ago', async () => {
    behave({ rates: PRIMARY, date: '2026-05-06' }, { rates: SECONDARY, date: '2026-06-12' });
    expect(await ask()).toMatchObject({ source: secondary.source, date: '2026-06-12', stale: false });
    expect(asked()).toEqual([1, 1]);
  });

  test('rates of a day long ago are better than none, and are stale', async () => {
    behave({ rates: PRIMARY, date: '2026-05-06' }, { rates: SECONDARY, date: '2026-05-04' });
    expect(await ask()).toMatchObject({ source: primary.source, date: '2026-05-06', stale: true });
    advance(4 * HOUR);
    await storeRates(engine.db, { date: '2026-06-15', fetchedAt: START });
    expect(await ask()).toMatchObject({ source: 'rates.example', date: '2026-06-15', stale: false });
  });

  test('nobody waits longer for new rates than they have patience, and the attempt goes on', async () => {
    await storeRates(engine.db, { date: '2026-06-14', fetchedAt: '2026-06-15T04:00:00.000Z' });
    isImpatient = true;
    // Otherwise its answer could arrive before the database's.
    behave('hangs', { rates: SECONDARY });
    expect(await ask()).toMatchObject({ date: '2026-06-14', stale: false });
    await expect.poll(asked).toEqual([1, 0]);
    behave({ rates: PRIMARY }, { rates: SECONDARY });
    attempts.at(-1)?.abort(new DOMException('too late', 'TimeoutError'));
    await node.app.settle();
    expect(await ask()).toMatchObject({ date: '2026-06-15', source: primary.source });
    expect(asked()).toEqual([2, 0]);
  });

  test('a crowd on two nodes causes one request', async () => {
    const crowd = Array.from({ length: 20 }, (_, at) => ask(nodes[at % 2]?.app));
    const answers = await Promise.all(crowd);
    expect(new Set(answers.map(({ rates }) => rates.ILS))).toEqual(new Set(['3.2604']));
    expect(asked()).toEqual([1, 0]);
  });

  test('a node waits for the one that fetches, and takes over when that has died', async () => {
    const lease = await acquireLease(engine.db, 'exchange-rates', otherNode.app.clock);
    expect(await ask()).toMatchObject({ source: primary.source, fetchedAt: '2026-06-15T09:00:20.000Z' });
    expect(await lease?.isHeld()).toBe(true);
    await lease?.release();
    expect(new Set(pauses)).toEqual(new Set([500]));
  });

  describe('an answer that is not to be trusted', () => {
    const errors: [string, Behaviour][] = [
      ['garbage', { text: '<p>no rates today</p>' }],
      ['half an answer', { rates: { USD: 1, EUR: 0.86 } }],
      ['an answer that breaks off', 'cuts off'],
      ['an endless answer', 'endless'],
      ['zero', { rates: { ...PRIMARY, ILS: 0 } }],
      ['a day to come', { rates: PRIMARY, date: '2031-01-01' }],
      ['an error with rates', { text: JSON.stringify({ base: 'USD', rates: PRIMARY }), status: 404 }],
    ];

    test.each(errors)('%s: the second provider is asked', async (_, error) => {
      behave(error, { rates: SECONDARY });
      expect(await ask()).toMatchObject({ source: secondary.source });
      expect(asked()).toEqual([3, 1]);
    });

    test('a redirect is not followed, not even to the second provider', async () => {
      behave({ redirect: secondary.address.replace('{base}', 'USD') }, 'hangs');
      timeOut(secondary);
      await expect(ask()).rejects.toMatchObject(UNAVAILABLE);
      expect(asked()).toEqual([3, 3]);
      expect(node.logs.join('')).toContain('the answer has the status 302');
    });

    test.each<Behaviour>(['hangs', 'hangs half way'])('a provider that %s is given up', async (error) => {
      behave(error, { rates: SECONDARY });
      timeOut(primary);
      expect(await ask()).toMatchObject({ source: secondary.source });
      expect(asked()).toEqual([3, 1]);
    });

    test('a lie is not believed: the second provider is', async () => {
      await storeRates(engine.db, { date: '2026-06-14', fetchedAt: '2026-06-15T04:00:00.000Z' });
      behave({ rates: { ...PRIMARY, ILS: 32.604 } }, { rates: SECONDARY });
      expect(await ask()).toMatchObject({ source: secondary.source, rates: { ILS: '3.2511' } });
      // A retry would give the same answer.
      expect(asked()).toEqual([1, 1]);
      expect(node.logs.join('')).toContain('too far from the last ones');
    });

    test('two different lies are not believed, and the last rates stay', async () => {
      await storeRates(engine.db, { date: '2026-06-14', fetchedAt: '2026-06-15T04:00:00.000Z' });
      behave({ rates: { ...PRIMARY, ILS: 32.604 } }, { rates: { ...SECONDARY, ILS: 0.3 } });
      expect(await ask()).toMatchObject({ source: 'rates.example', rates: { ILS: '3.2604' } });
    });

    test('what both providers say is believed, whatever was before', async () => {
      await storeRates(engine.db, { rates: { ILS: '32.6' }, fetchedAt: '2026-06-15T04:00:00.000Z' });
      expect(await ask()).toMatchObject({ source: secondary.source, rates: { ILS: '3.2511' } });
    });

    test('rates of more than a year ago are no measure', async () => {
      await storeRates(engine.db, {
        ...{ rates: { ILS: '32.6' }, date: '2025-06-14', fetchedAt: '2025-06-14T09:00:00.000Z' },
      });
      expect(await ask()).toMatchObject({ source: primary.source, rates: { ILS: '3.2604' } });
    });
  });

  test('the rates of each day stay, the latest of a day in place of earlier ones', async () => {
    const days = ['2026-06-12', '2026-06-12', '2026-06-15'];
    for (const [index, date] of days.entries()) {
      behave({ rates: { ...PRIMARY, ILS: 3.25 + index / 100 }, date }, 'hangs');
      await ask();
      advance(4 * HOUR);
    }
    const history = await rateHistory(createContext(node.app), { from: 'USD', to: 'ILS' });
    expect(history).toEqual([
      { date: '2026-06-12', rate: '3.26' },
      { date: '2026-06-15', rate: '3.27' },
    ]);
  });

  test('an address without a place for the base has it as the last part of its path', async () => {
    const plain = createTestApp(engine, {
      environment: { RATES_URL_PRIMARY: `http://${primary.source}/v4/latest` },
    });
    await ask(plain.app);
    expect(primary.asked).toEqual(['/v4/latest/USD']);
  });

  test('what was logged names the provider and no more than its host', async () => {
    behave({ text: 'down', status: 500 }, { rates: SECONDARY });
    await ask();
    expect(node.logs.join('')).toContain(`"source":"${primary.source}"`);
    expect(node.logs.join('')).toContain('the answer has the status 500');
    expect(node.logs.join('')).not.toContain('/latest');
  });
});
