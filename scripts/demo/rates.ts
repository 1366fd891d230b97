import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Db } from '../../src/db/open.ts';
import { plusDays } from '../../src/domain/calendar.ts';
import { keepRates, type RateTable } from '../../src/domain/exchange/rates.ts';
import { CURRENCY_CODES } from '../../src/i18n/currencies.ts';
import { exchangeRateApiAnswer, frankfurterAnswer, NEAR_RATES } from './rate-shapes.ts';

const DAY = 24 * 60 * 60_000;

/** Varies around real rates; the same day gives the same rates. */
function demoRates(date: string): Record<keyof RateTable, number> {
  const day = Date.parse(date) / DAY;
  const rates = CURRENCY_CODES.map((code, at) => {
    const slow = 0.04 * Math.sin(day / (61 + 7 * at) + at);
    const quick = 0.008 * Math.sin(day / (5 + at / 2) + 2 * at) + 0.003 * Math.sin(day * (1 + at));
    return [code, code === 'USD' ? 1 : Number((NEAR_RATES[code] * (1 + slow + quick)).toFixed(4))];
  });
  return Object.fromEntries(rates);
}

export async function loadRates(db: Db, today: string, days: number): Promise<void> {
  for (let ago = days; ago > 0; ago -= 1) {
    const date = plusDays(today, -ago);
    const rates = Object.fromEntries(
      Object.entries(demoRates(date)).map(([code, rate]) => [code, String(rate)]),
    ) as RateTable;
    await keepRates(db, { date, base: 'USD', rates, source: 'demo', fetchedAt: `${date}T06:00:00.000Z` });
  }
}

/** Serves today's rates in the shapes of both providers. @returns variables with its addresses */
export async function startDemoRates(): Promise<Record<'RATES_URL_PRIMARY' | 'RATES_URL_SECONDARY', string>> {
  const server = createServer((request, response) => {
    const date = new Date().toISOString().slice(0, 10);
    const answer = request.url?.startsWith('/v6/') ? exchangeRateApiAnswer : frankfurterAnswer;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(date, demoRates(date))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The demo ends with its own server.
  server.unref();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    RATES_URL_PRIMARY: `${address}/v6/latest/{base}`,
    RATES_URL_SECONDARY: `${address}/v1/latest?base={base}`,
  };
}
