import type { Config } from '../../../config.ts';
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

/** Whether this provider is the only way to sign in, but for super admins, who keep their passwords. */
export function isOidcOnly({ OIDC_ONLY }: Pick<Config, 'OIDC_ONLY'>): boolean {
  return OIDC_ONLY === 'on';
}

/** @throws DomainError OIDC_ONLY (403) */
export function requirePasswords({ settings }: Pick<Requesting, 'settings'>): void {
  if (isOidcOnly(settings)) throw new DomainError('OIDC_ONLY', 403);
}
