import type { RateFailureRow } from '../../../db/tables.ts';
import type { Settings } from '../../context.ts';
import type { Timing } from '../../timing.ts';
import type { DailyRates } from '../rates.ts';
import { readAnswer } from './answer.ts';

/** A public service that states the rates of a day. */
export interface Provider {
  name: RateFailureRow['provider'];
  source: string;
  address: string;
}

/** The rates are asked for in this currency, and all others follow from it. */
const BASE = 'USD';

/** How long one attempt may take, in milliseconds. */
const LIMIT = 5_000;

/** The answers of both services have a few kilobytes. */
const MOST_BYTES = 256 * 1024;

export function providersOf({
  RATES_URL_PRIMARY,
  RATES_URL_SECONDARY,
}: Pick<Settings, 'RATES_URL_PRIMARY' | 'RATES_URL_SECONDARY'>): Provider[] {
  const provider = (name: Provider['name'], template: string): Provider => {
    const address = addressOf(template);
    return { name, source: new URL(address).host, address };
  };
  return [provider('primary', RATES_URL_PRIMARY), provider('secondary', RATES_URL_SECONDARY)];
}

/** The base takes the place of `{base}`, or becomes the last part of the path. */
function addressOf(template: string): string {
  if (template.includes('{base}')) return template.replaceAll('{base}', BASE);
  const address = new URL(template);
  address.pathname = `${address.pathname.replace(/\/$/, '')}/${BASE}`;
  return address.href;
}

/**
 * Asks a provider once. @throws Error for anything but a complete, valid answer within five seconds. A redirect counts as
 * none: it could lead into the server's own network.
 */
export async function ask({ address }: Provider, timing: Timing): Promise<DailyRates> {
  const { href, authorization } = withoutCredentials(new URL(address));
  const answer = await fetch(href, {
    redirect: 'manual',
    signal: timing.limit(LIMIT),
    headers: { accept: 'application/json', ...(authorization && { authorization }) },
  });
  const text = await readBounded(answer);
  if (answer.status !== 200) throw new Error(`the answer has the status ${answer.status}`);
  return readAnswer(text, timing.now().toISOString().slice(0, 10));
}

// A request refuses an address with credentials, and names it whole in its error.
function withoutCredentials(url: URL): { href: string; authorization?: string } {
  const { username, password } = url;
  if (!username && !password) return { href: url.href };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  url.username = '';
  url.password = '';
  return { href: url.href, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function readBounded(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new Error('the answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
