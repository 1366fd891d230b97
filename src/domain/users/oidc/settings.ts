import type { Config } from '../../../config.ts';
import type { UserRow } from '../../../db/tables.ts';
import { isolated } from '../../../i18n/isolated.ts';
import type { Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';

/** The host's provider of OpenID Connect, and our client there. */
export interface OidcProvider {
  issuer: string;
  clientId: string;
  /** Missing for a public client, which proves itself by PKCE alone. */
  clientSecret: string | undefined;
  /** For people, within a sentence of either language. */
  name: string;
  /** Where the provider sends people back to; it must be registered there. */
  returnAddress: string;
}

type Variables = Pick<
  Config,
  'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME' | 'PUBLIC_URL'
>;

export const RETURN_PATH = '/oidc/return';

export function oidcOf(config: Variables): OidcProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  if (!issuer || !clientId) return null;
  const name = isolated(config.OIDC_NAME ?? new URL(issuer).hostname);
  return { issuer, clientId, clientSecret, name, returnAddress: config.PUBLIC_URL + RETURN_PATH };
}

/** Whether this provider is the only way to sign in for all but super admins. */
export function isOidcOnly({ OIDC_ONLY }: Pick<Config, 'OIDC_ONLY'>): boolean {
  return OIDC_ONLY === 'on';
}

/** Super admins keep their passwords for the days when the provider is down. */
export function mayUsePassword(
  settings: Pick<Config, 'OIDC_ONLY'>,
  { role }: Pick<UserRow, 'role'>,
): boolean {
  return !isOidcOnly(settings) || role === 'super_admin';
}

/** @throws DomainError OIDC_ONLY (403) */
export function requirePasswords({ settings }: Pick<Requesting, 'settings'>): void {
  if (isOidcOnly(settings)) throw new DomainError('OIDC_ONLY', 403);
}
