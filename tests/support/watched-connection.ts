import type { Page } from '@playwright/test';
import { untilQuiet } from './quiet.ts';

/**
 * Begins to wait for what watches the connection of the page, which is loaded some time after its first touch. Returns
 * what waits until all of it is there: its texts come late, and whatever else it needs once nothing is requested any more.
 */
export function followConnection(page: Page): () => Promise<void> {
  const texts = page.waitForResponse(
    async (answer) => answer.url().endsWith('.js') && (await answer.text()).includes('connection.waking'),
  );
  return () => untilQuiet(page, () => texts);
}
