import { inTransaction, type Tx } from '../../db/transact.ts';
import { LEGAL_VERSION } from '../../product.ts';
import type { Reading, Writing } from '../context.ts';
import { findConsents, insertConsent } from './consents.queries.ts';

export { deleteConsents } from './consents.queries.ts';

/** `version` is a local calendar date; `given_at` is ISO 8601 in UTC. */
export interface Consent {
  version: string;
  given_at: string;
}

type ConsentState = 'current' | 'outdated' | 'missing';

export function recordConsent(tx: Tx, userId: string, now: Date): Promise<void> {
  return insertConsent(tx, { user_id: userId, version: LEGAL_VERSION, given_at: now.toISOString() });
}

/** Returns `false` if the version is no longer the current one, which the viewer has not seen. */
export async function giveConsent({ db, viewer, now }: Writing, version: string): Promise<boolean> {
  if (version !== LEGAL_VERSION) return false;
  await inTransaction(db, (tx) => recordConsent(tx, viewer.id, now));
  return true;
}

/** Latest version first. */
export function listConsents({ db, viewer }: Reading): Promise<Consent[]> {
  return findConsents(db, viewer.id);
}

export async function consentStateOf({ db }: Pick<Reading, 'db'>, userId: string): Promise<ConsentState> {
  return stateOf(await findConsents(db, userId));
}

export function stateOf(consents: Consent[]): ConsentState {
  if (consents.length === 0) return 'missing';
  return consents.some(({ version }) => version === LEGAL_VERSION) ? 'current' : 'outdated';
}
