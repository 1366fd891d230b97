import { createServer, type ServerResponse } from 'node:http';
import { exchangeRateApiAnswer, frankfurterAnswer, NEAR_RATES } from '../../scripts/demo/rate-shapes.ts';
import type { Db } from '../../src/db/open.ts';
import { keepRates } from '../../src/domain/exchange/rates.ts';
import type { Currency } from '../../src/i18n/currencies.ts';
import { listen } from './port.ts';

/** No provider answers here, so that no test asks a public one. */
export const NO_RATES = {
  RATES_URL_PRIMARY: 'http://127.0.0.1:9/{base}',
  RATES_URL_SECONDARY: 'http://127.0.0.1:9/?base={base}',
};

type Rates = Partial<Record<Currency, unknown>>;

/** Applies to the next requests. */
export type Behaviour =
  | { rates: Rates; date?: string }
  | { text: string; status?: number }
  | { redirect: string }
  | 'hangs'
  | 'hangs half way'
  | 'cuts off'
  | 'endless';

export interface RateProvider {
  address: string;
  source: string;
  asked: string[];
  authorizations: (string | undefined)[];
  behaviour: Behaviour;
  onRequest: () => void;
  stop(): Promise<void>;
}

const ANSWERS = { primary: exchangeRateApiAnswer, secondary: frankfurterAnswer };

/** A small provider in the shape of the first or second public one. */
export async function startRateProvider(shape: keyof typeof ANSWERS): Promise<RateProvider> {
  const server = createServer((request, response) => {
    provider.asked.push(request.url ?? '');
    provider.authorizations.push(request.headers.authorization);
    respond(response, provider.behaviour);
    provider.onRequest();
  });

  function respond(response: ServerResponse, behaviour: Behaviour): void {
    if (behaviour === 'hangs') return;
    response.setHeader('content-type', 'application/json');
    const content = JSON.stringify(ANSWERS[shape]('2026-06-15'));
    if (behaviour === 'hangs half way') response.write(content.slice(0, 60));
    else if (behaviour === 'cuts off') response.write(content.slice(0, 60), () => response.destroy());
    else if (behaviour === 'endless') response.end(content.padEnd(300_000));
    else if ('redirect' in behaviour) response.writeHead(302, { location: behaviour.redirect }).end();
    else if ('text' in behaviour) response.writeHead(behaviour.status ?? 200).end(behaviour.text);
    else response.end(JSON.stringify(ANSWERS[shape](behaviour.date ?? '2026-06-15', behaviour.rates)));
  }

  const source = `127.0.0.1:${await listen(server)}`;
  const path = shape === 'primary' ? '/v6/latest/{base}' : '/v1/latest?base={base}';
  const provider: RateProvider = {
    address: `http://${source}${path}`,
    source,
    asked: [],
    authorizations: [],
    behaviour: { rates: NEAR_RATES },
    onRequest: () => {},
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

/** Stores rates as if fetched, by default at the initial time of test apps. */
export function storeRates(
  db: Db,
  {
    rates = {},
    date = '2026-06-15',
    fetchedAt = '2026-06-15T09:00:00.000Z',
  }: { rates?: Partial<Record<Currency, string>>; date?: string; fetchedAt?: string } = {},
): Promise<void> {
  const near = Object.entries(NEAR_RATES).map(([code, rate]) => [code, String(rate)] as const);
  const table = { ...Object.fromEntries(near), ...rates } as Record<Currency, string>;
  return keepRates(db, { date, base: 'USD', rates: table, source: 'rates.example', fetchedAt });
}

/** Stores rates for today and some days before, by this machine's clock, for servers without a provider. */
export async function storeTodaysRates(db: Db, days = 5): Promise<void> {
  const now = new Date();
  for (let ago = days; ago >= 0; ago -= 1) {
    const fetchedAt = new Date(now.getTime() - ago * 24 * 60 * 60_000).toISOString();
    const date = fetchedAt.slice(0, 10);
    await storeRates(db, { date, fetchedAt, rates: { ILS: (NEAR_RATES.ILS - ago / 100).toFixed(4) } });
  }
}
