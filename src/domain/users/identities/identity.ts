import type { UserRow } from '../../../db/tables.ts';
import type { TextKey } from '../../../i18n/texts.ts';
import { DomainError } from '../../error.ts';

/** An identity provider that replaces the password: Google, or the host's own provider of OpenID Connect. */
export type Provider = 'google' | 'oidc';

/** The verified claims of a provider about a person. */
export interface Identity {
  provider: Provider;
  /** The provider's id for the account, which does not change with its address. */
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Whether the provider's statement about the address is to be believed without a mail of ours. */
  isAuthority: boolean;
}

const COLUMNS = {
  google: { id: 'google_id', refused: 'google_refused' },
  oidc: { id: 'oidc_id', refused: 'oidc_refused' },
} as const;

const REFUSALS = {
  google: {
    code: 'GOOGLE_AUTH_ERROR',
    signInFirst: 'errors:googleSignInFirst',
    taken: 'errors:googleTaken',
    linkedAlready: 'errors:googleLinkedAlready',
  },
  oidc: {
    code: 'OIDC_AUTH_ERROR',
    signInFirst: 'errors:oidcSignInFirst',
    taken: 'errors:oidcTaken',
    linkedAlready: 'errors:oidcLinkedAlready',
  },
} as const;

export function columnOf(provider: Provider): 'google_id' | 'oidc_id' {
  return COLUMNS[provider].id;
}

export function isLinked(user: UserRow, provider: Provider): boolean {
  return user[COLUMNS[provider].id] !== null;
}

/**
 * Whether the account belongs to somebody else at this provider. Links to a provider that the host has replaced by
 * another do not count.
 */
export function isLinkedToOther(user: UserRow, { provider, subject }: Identity): boolean {
  const linked = user[COLUMNS[provider].id];
  if (linked === null || linked === subject) return false;
  return provider === 'google' || linked.split(' ')[0] === subject.split(' ')[0];
}

/** Whether the owner has unlinked the provider: a matching address then no longer links it. */
export function isRefused(user: UserRow, provider: Provider): boolean {
  return user[COLUMNS[provider].refused] === 1;
}

export function linkTo({ provider, subject }: Pick<Identity, 'provider' | 'subject'>): Partial<UserRow> {
  return { [COLUMNS[provider].id]: subject, oauth_provider: provider };
}

/** The owner asked for the link again. */
export function wantedLink(identity: Identity): Partial<UserRow> {
  return { ...linkTo(identity), [COLUMNS[identity.provider].refused]: 0 };
}

export function unlinkFrom(user: UserRow, provider: Provider): Partial<UserRow> {
  const other = provider === 'google' ? 'oidc' : 'google';
  const { id, refused } = COLUMNS[provider];
  return { [id]: null, [refused]: 1, oauth_provider: isLinked(user, other) ? other : null };
}

/** No provider signs in to the account, unless its owner does so anew. */
export const UNLINKED = { google_id: null, oidc_id: null, oauth_provider: null } satisfies Partial<UserRow>;

export function refuseIdentity(
  provider: Provider,
  reason: 'signInFirst' | 'taken' | 'linkedAlready',
): DomainError {
  const { code, [reason]: message } = REFUSALS[provider];
  return new DomainError(code, 400, { message: message satisfies TextKey });
}
