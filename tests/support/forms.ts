import type { Locator, Page, Response } from '@playwright/test';
import { expect } from './browser.ts';

/** Presses a button that sends a form and returns the server's answer to it. */
export async function send(page: Page, button: Locator): Promise<Response> {
  const answer = page.waitForResponse((response) => {
    const request = response.request();
    return request.isNavigationRequest() && request.method() === 'POST';
  });
  await button.click();
  return answer;
}

/** Presses a button that is marked as disabled and answers all the same, which Playwright would wait for. */
export function press(button: Locator): Promise<void> {
  return button.click({ force: true });
}

/** Fails unless the message is shown at its field and in the summary, whose link leads to the field. */
export async function expectFieldError(page: Page, field: string, message: string): Promise<void> {
  await expectError(page, field, message);
  await expect(page.locator(`.error-summary a[href="#${field}"]`)).toHaveText(message);
}

/** Fails unless the message is shown at its field and associated with it. */
export async function expectError(page: Page, field: string, message: string): Promise<void> {
  const control = page.locator(`#${field}`);
  await expect(page.locator(`#${field}-error`)).toHaveText(message);
  await expect(control).toHaveAttribute('aria-invalid', 'true');
  await expect(control).toHaveAttribute('aria-describedby', new RegExp(`\\b${field}-error\\b`));
}

/** Opens the fields of a transaction that most do not need. */
export async function openMore(place: Page | Locator): Promise<void> {
  await place.locator('[data-more] > summary').click();
}

/** Whether the test runs in the project whose browser has no JavaScript. */
export function isPlain(project: { name: string }): boolean {
  return project.name === 'without JavaScript';
}
