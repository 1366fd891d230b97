import type { Page } from '@playwright/test';

/** From now on the page's time passes only by `page.clock`: on a busy machine more than a test allows for would pass. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now - 60_000 });
  await page.clock.pauseAt(now);
}

/**
 * Begins to note what elements say, also those that are gone a second later, when a test on a busy machine looks for
 * them. Returns what they have said so far, a line for each text.
 */
export async function noteTexts(page: Page, selector: string): Promise<() => Promise<string>> {
  const noted = await page.evaluateHandle((selector) => {
    const texts = new Set<string>();
    const note = () => {
      for (const { textContent } of document.querySelectorAll(selector)) texts.add(textContent);
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
    return texts;
  }, selector);
  return () => noted.evaluate((texts) => [...texts].join('\n'));
}
