import type { Page } from '@playwright/test';
import { untilQuiet } from './quiet.ts';

/**
 * Follows what the page loads to watch the connection, some time after its first touch. The returned function waits for
 * all of it: its texts, then the end of requests.
 */
export function followConnection(page: Page): () => Promise<void> {
  const texts = page.waitForResponse(
    async (answer) => answer.url().endsWith('.js') && (await answer.text()).includes('connection.waking'),
  );
  return () => untilQuiet(page, () => texts);
}
