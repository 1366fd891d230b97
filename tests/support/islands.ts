import { expect, type Locator } from '@playwright/test';

/** Waits until React has hydrated the island of a page or dialog. */
export const untilTaken = (container: Locator) =>
  expect(container.locator('[data-properties]:not([data-island])')).toHaveCount(1);
