import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** Keeps what a browser complains of: errors of scripts, the content policy, missing files, other people's servers. */
export function watch(context: BrowserContext): string[] {
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !tellsOfRefusal(message)) faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') faults.push(`request to ${request.url()}`);
  });
  return faults;
}

// A page or an API answer of 4xx is often what a test is about; a missing file never is.
function tellsOfRefusal(message: ConsoleMessage): boolean {
  const { pathname } = new URL(message.location().url || 'about:blank');
  return /status of 4\d\d/.test(message.text()) && !/\.\w+$|^\/_astro\//.test(pathname);
}
