import { argon2Sync } from 'node:crypto';
import type { Page } from '@playwright/test';

export async function fillNewPassword(page: Page, password: string, repeated = password): Promise<void> {
  const fields = page.locator('[autocomplete=new-password]');
  await fields.first().fill(password);
  await fields.last().fill(repeated);
}

/** As the product stores passwords. */
export const STORED = { memory: 47_104, passes: 1, tagLength: 32 };

/**
 * An argon2id hash with these parameters, as passwords are stored. @param cost `memory` in KiB, `tagLength` in bytes
 */
export function hashOf(
  password: string,
  cost: { memory: number; passes: number; tagLength: number },
): string {
  const nonce = Buffer.alloc(16);
  const tag = argon2Sync('argon2id', { message: password, nonce, parallelism: 1, ...cost });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${base64(nonce)}$${base64(tag)}`;
}
