import type { Page, Request } from '@playwright/test';

/** Milliseconds without a request, as in Playwright's `networkidle`. */
const QUIET = 500;

/** Its end is not always reported, so that `networkidle` would wait forever. */
const isRules = (request: Request) => request.url().endsWith('.speculationrules');

/** Acts on a page and waits until it is loaded and sends no more requests. */
export async function untilQuiet(page: Page, act: () => Promise<unknown>): Promise<void> {
  const pending = new Set<Request>();
  let timer: NodeJS.Timeout | undefined;
  let settle = () => {};
  const quiet = new Promise<void>((resolve) => {
    settle = () => {
      clearTimeout(timer);
      if (pending.size === 0) timer = setTimeout(resolve, QUIET);
    };
  });
  const begin = (request: Request) => {
    if (!isRules(request)) pending.add(request);
    settle();
  };
  const end = (request: Request) => {
    pending.delete(request);
    settle();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await act();
  await page.waitForLoadState();
  settle();
  await quiet;
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}
