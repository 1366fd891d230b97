import type { Locator, Page, Response } from '@playwright/test';
import { expect } from './browser.ts';

/** Presses a button that sends a form; returns the server's answer. */
export async function send(page: Page, button: Locator): Promise<Response> {
  const answer = page.waitForResponse((response) => {
    const request = response.request();
    return request.isNavigationRequest() && request.method() === 'POST';
  });
  await button.click();
  return answer;
}

/** Presses a button that looks disabled but responds, which Playwright would wait for. */
export function press(button: Locator): Promise<void> {
  return button.click({ force: true });
}

/** Expects the message at its field and in the summary, whose link leads to the field. */
export async function expectFieldError(page: Page, field: string, message: string): Promise<void> {
  await expectError(page, field, message);
  await expect(page.locator(`.error-summary a[href="#${field}"]`)).toHaveText(message);
}

export async function expectError(page: Page, field: string, message: string): Promise<void> {
  const control = page.locator(`#${field}`);
  await expect(page.locator(`#${field}-error`)).toHaveText(message);
  await expect(control).toHaveAttribute('aria-invalid', 'true');
  await expect(control).toHaveAttribute('aria-describedby', new RegExp(`\\b${field}-error\\b`));
}

/** Opens the fields that most transactions do not need. */
export async function openMore(container: Page | Locator): Promise<void> {
  await container.locator('[data-more] > summary').click();
}

/** Opens the dialog as other scripts of the page may. */
export function openByEvent(page: Page, mode: string, detail: object | null): Promise<void> {
  return page.evaluate(
    ([name, about]) => {
      dispatchEvent(new CustomEvent(`transaction:${name}`, { detail: about }));
    },
    [mode, detail] as const,
  );
}

/** Whether the project's browser has no JavaScript. */
export function isPlain(project: { name: string }): boolean {
  return project.name === 'without JavaScript';
}
