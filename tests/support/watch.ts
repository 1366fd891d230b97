import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** Collects what a browser reports: script errors, policy violations, missing files, requests to other servers. */
export function watch(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message)) errors.push(message.text());
  });
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') errors.push(`request to ${request.url()}`);
  });
  return errors;
}

// A page or an API answer of 4xx is often the subject of a test; a missing file never is.
function isRefusal(message: ConsoleMessage): boolean {
  const { pathname } = new URL(message.location().url || 'about:blank');
  return /status of 4\d\d/.test(message.text()) && !/\.\w+$|^\/_astro\//.test(pathname);
}
