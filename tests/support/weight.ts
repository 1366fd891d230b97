import type { CDPSession, Page } from '@playwright/test';
import { builtScript } from './built-script.ts';
import { untilQuiet } from './quiet.ts';

/** Bytes over the wire, headers and compression included. */
export interface Weight {
  total: number;
  script: number;
  /** One line per request, heaviest first, for the failure message. */
  requests: string[];
}

/** Blocks scripts that load seconds later in any case: to watch the connection, and after a page or dialog has rested. */
export async function blockLater(session: CDPSession): Promise<void> {
  const urls = ['connection', 'idle', 'ahead'].map((name) => `*${builtScript(name)}`);
  await session.send('Network.setBlockedURLs', { urls });
}

/** Loads an address with an empty cache until the network is idle, and weighs all responses (Chromium only). */
export async function weigh(page: Page, address: string): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await blockLater(session);
  const requests = new Map<string, { url: string; type: string; bytes: number }>();
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    requests.set(requestId, { url: response.url, type, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await untilQuiet(page, () => page.goto(address));
  await session.detach();
  const all = [...requests.values()].sort((first, second) => second.bytes - first.bytes);
  const sum = (some: typeof all) => some.reduce((bytes, request) => bytes + request.bytes, 0);
  return {
    total: sum(all),
    script: sum(all.filter(({ type }) => type === 'Script')),
    requests: all.map(({ url, type, bytes }) => `${bytes} ${type} ${url}`),
  };
}
