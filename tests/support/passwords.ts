import type { Page } from '@playwright/test';

export async function fillNewPassword(page: Page, password: string, repeated = password): Promise<void> {
  const fields = page.locator('[autocomplete=new-password]');
  await fields.first().fill(password);
  await fields.last().fill(repeated);
}
