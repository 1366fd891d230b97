import { expect, type Locator } from '@playwright/test';

/** Waits until React has taken over the island of a page or dialog. */
export const untilTaken = (place: Locator) =>
  expect(place.locator('[data-properties]:not([data-island])')).toHaveCount(1);
