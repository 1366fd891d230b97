import { isIP } from 'node:net';
import type { Reading, Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { isOidcOnly } from '../oidc/settings.ts';
import { hasAnyPasskey } from './passkeys.queries.ts';

/** Who asks for a passkey, as browsers know it. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Null where browsers make no passkeys: on plain http, and for a numeric address. */
export function relyingPartyOf({ settings }: Pick<Requesting, 'settings'>): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(settings.PUBLIC_URL);
  const isNumeric = isIP(hostname.replace(/[[\]]/g, '')) !== 0;
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && !isNumeric && !isOidcOnly(settings) ? { id: hostname, origin } : null;
}

/** @throws DomainError PASSKEYS_UNAVAILABLE (503) */
export function requireRelyingParty(context: Pick<Requesting, 'settings'>): RelyingParty {
  const party = relyingPartyOf(context);
  if (!party) throw new DomainError('PASSKEYS_UNAVAILABLE', 503);
  return party;
}

/** Whether signing in by a passkey is of use to anybody here. */
export async function arePasskeysInUse(context: Pick<Reading, 'settings' | 'db'>): Promise<boolean> {
  return relyingPartyOf(context) !== null && (await hasAnyPasskey(context.db));
}
