import { inTransaction, type Tx } from '../../db/transact.ts';
import type { Reading, Writing } from '../context.ts';
import { findConsents, insertConsent } from './consents.queries.ts';
import { LEGAL_VERSION } from './legal-version.ts';

export { deleteConsents } from './consents.queries.ts';

/** A version of terms and privacy policy, and when it was agreed to: a local calendar date, and ISO 8601 in UTC. */
export interface Consent {
  version: string;
  given_at: string;
}

/** Whether a person has agreed to the present version, to an earlier one, or to none. */
export type ConsentState = 'current' | 'outdated' | 'missing';

/** Records that the owner of an account agrees to the present version, in the transaction that opens the account. */
export function recordConsent(tx: Tx, userId: string, now: Date): Promise<void> {
  return insertConsent(tx, { user_id: userId, version: LEGAL_VERSION, given_at: now.toISOString() });
}

/** Records that the viewer agrees to a version; `false` if it is no longer the present one, which they have not seen. */
export async function agree({ db, viewer, now }: Writing, version: string): Promise<boolean> {
  if (version !== LEGAL_VERSION) return false;
  await inTransaction(db, (tx) => recordConsent(tx, viewer.id, now));
  return true;
}

/** What the viewer has agreed to, the latest version first. */
export function listConsents({ db, viewer }: Reading): Promise<Consent[]> {
  return findConsents(db, viewer.id);
}

/** How an account stands to the present version. */
export async function consentStateOf({ db }: Pick<Reading, 'db'>, userId: string): Promise<ConsentState> {
  return stateOf(await findConsents(db, userId));
}

/** The same of consents that were read already. */
export function stateOf(consents: Consent[]): ConsentState {
  if (consents.length === 0) return 'missing';
  return consents.some(({ version }) => version === LEGAL_VERSION) ? 'current' : 'outdated';
}
