import type { AccountRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { KIND_LOOKS, NEVER_CHECKED } from './kinds.ts';
import { insertAccount } from './money-accounts.queries.ts';

/** The account that everybody has from the start, with the same id for all. */
export const FIRST_ACCOUNT = '00000000-0000-7000-8000-000000000010';

export async function createFirstAccount(tx: Tx, userId: string, now: Date): Promise<void> {
  await insertAccount(tx, firstAccount(userId, now));
}

export function firstAccount(userId: string, now: Date): AccountRow {
  return {
    user_id: userId,
    id: FIRST_ACCOUNT,
    name: '',
    name_key: '',
    kind: 'bank',
    currency: null,
    number: null,
    ...KIND_LOOKS.bank,
    position: 0,
    is_archived: 0,
    in_balance: 1,
    billing_day: null,
    pays_from: null,
    ...NEVER_CHECKED,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}
