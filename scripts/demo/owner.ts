import type { Db } from '../../src/db/open.ts';
import { inTransaction } from '../../src/db/transact.ts';
import { createDefaults } from '../../src/domain/categories/defaults.ts';
import { createFirstAccount } from '../../src/domain/money-accounts/first-account.ts';
import { recordConsent } from '../../src/domain/users/consents.ts';
import { hashPassword } from '../../src/domain/users/passwords/hash.ts';
import { newUser } from '../../src/domain/users/register.ts';
import { claimOwnership, insertUser } from '../../src/domain/users/users.queries.ts';

export const DEMO_EMAIL = 'demo@example.com';
export const DEMO_PASSWORD = 'two-years-of-demo-1';

/** Creates a verified account with default categories; a database's first account is its owner. */
export async function createDemoPerson(db: Db, now: Date, email = DEMO_EMAIL): Promise<string> {
  const row = newUser(now, {
    email,
    email_verified: 1,
    password_hash: await hashPassword(DEMO_PASSWORD),
    first_name: 'Noa',
    last_name: 'Demo',
    onboarding_completed: 1,
    preferences: JSON.stringify({
      timezone: 'Asia/Jerusalem',
      date_format: 'DD/MM/YYYY',
      time_format: '24h',
    }),
  });
  await inTransaction(db, async (tx) => {
    const owner = await claimOwnership(tx, row.id, row.created_at);
    if (!(await insertUser(tx, { ...row, role: owner ? 'super_admin' : 'user' }))) {
      throw new Error(`${email} has an account already.`);
    }
    await recordConsent(tx, row.id, now);
    await createDefaults(tx, row.id, now);
    await createFirstAccount(tx, row.id, now);
  });
  return row.id;
}
