import type { RateFailureRow } from '../../../db/tables.ts';
import type { Settings } from '../../context.ts';
import type { Timing } from '../../timing.ts';
import type { DailyRates } from '../rates.ts';
import { readAnswer } from './answer.ts';

export interface Provider {
  name: RateFailureRow['provider'];
  source: string;
  address: string;
}

/** The currency of requests, from which all rates are derived. */
const BASE = 'USD';

/** For one attempt, in milliseconds. */
const LIMIT = 5_000;

/** Both services send a few kilobytes. */
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

function addressOf(template: string): string {
  if (template.includes('{base}')) return template.replaceAll('{base}', BASE);
  const address = new URL(template);
  address.pathname = `${address.pathname.replace(/\/$/, '')}/${BASE}`;
  return address.href;
}

/**
 * Requests the rates once. @throws Error for anything but a complete, valid response within five seconds. Redirects
 * fail too, because they could lead into the server's own network.
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

// `fetch` refuses an address with credentials, and its error contains the whole address.
function withoutCredentials(url: URL): { href: string; authorization?: string } {
  const { username, password } = url;
  if (!username && !password) return { href: url.href };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  url.username = '';
  url.password = '';
  return { href: url.href, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function readBounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
