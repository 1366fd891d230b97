import type { UserRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { DEFAULT_CURRENCY } from '../../i18n/currencies.ts';
import { formatsFromHeader } from '../../i18n/locale-formats.ts';
import { recordActivity } from '../activity/record.ts';
import { createDefaults } from '../categories/defaults.ts';
import type { Context, Mailing, Reading, Requesting } from '../context.ts';
import { DomainError } from '../error.ts';
import { newId } from '../id.ts';
import { type Attempt, findFirstAnswer, storeFirstAnswer } from '../idempotency/idempotent.ts';
import { admit, mayRegister } from '../invitations/invitations.ts';
import { createFirstAccount } from '../money-accounts/first-account.ts';
import { NOT_BEGUN } from '../onboarding/progress.ts';
import { addressKey, enforceLimit, LIMITS } from '../rate-limits/limits.ts';
import { recordConsent } from './consents.ts';
import { prepareLink } from './emails/mails.ts';
import { UNLINKED } from './identities/identity.ts';
import { requirePasswords } from './oidc/settings.ts';
import { hashPassword, verifyPassword } from './passwords/hash.ts';
import { personKeys } from './person-keys.ts';
import { type PresentedUser, presentUser } from './present.ts';
import type { AccountChoices, RegisterInput } from './schema.ts';
import { claimOwnership, findUserByEmail, hasNoUsers, insertUser } from './users.queries.ts';

interface Registered {
  user: PresentedUser;
  requiresVerification: boolean;
}

/**
 * Creates an account with the default categories and records consent. The very first account owns the instance; later
 * ones must verify their address before signing in.
 * @param store runs in the database transaction that creates the account
 * @throws DomainError EMAIL_EXISTS (409), RATE_LIMITED (429), REGISTRATION_CLOSED (403), OIDC_ONLY (403)
 */
export async function register(
  context: Requesting & Mailing,
  input: RegisterInput,
  store: (tx: Tx, registered: Registered) => Promise<void> = async () => {},
): Promise<Registered> {
  requirePasswords(context);
  await enforceLimit(context, `register:${addressKey(context.client.address)}`, LIMITS.register);
  // Checked before the address is looked up, so that a closed instance does not reveal who has an account.
  if (!(await mayRegister(context, input.invitation)) && !(await hasNoUsers(context.db)))
    throw new DomainError('REGISTRATION_CLOSED', 403);
  const password_hash = await hashPassword(input.password);
  const { registered, send } = await inTransaction(context.db, async (tx) => {
    const user = await openAccount(context, tx, {
      email: input.email,
      password_hash,
      first_name: input.firstName,
      last_name: input.lastName,
      ...chosenColumns(context, input),
      preferences: firstPreferences(context, input),
    });
    if (!user) throw emailExists();
    await admit(context, tx, user, input.invitation);
    await recordConsent(tx, user.id, context.now);
    const send = user.email_verified ? null : await prepareLink(context, tx, user, 'verify_email');
    const registered = { user: presentUser(user, []), requiresVerification: send !== null };
    await store(tx, registered);
    await recordActivity({ ...context, db: tx }, { type: 'registered', target: user, actor: user });
    return { registered, send };
  });
  if (send) context.defer(send);
  return registered;
}

/**
 * Like `register`, but repeats the first answer for the same key and body within 24 hours.
 * @param attempt its body is without the password, which is stored only as the account's hash
 * @param textOf the answer, which is stored
 * @throws DomainError as `register`, and IDEMPOTENCY_CONFLICT (409) for the key with another body
 */
export async function registerOnce(
  context: Requesting & Mailing,
  input: RegisterInput,
  attempt: Attempt,
  textOf: (registered: Registered) => string,
): Promise<{ text: string; replayed: boolean }> {
  try {
    const registered = await register(context, input, (tx, created) =>
      storeFirstAnswer(tx, context, created.user.id, attempt, { status: 201, text: textOf(created) }),
    );
    return { text: textOf(registered), replayed: false };
  } catch (error) {
    // The first request may have used up the invitation.
    const isTaken =
      error instanceof DomainError && ['EMAIL_EXISTS', 'REGISTRATION_CLOSED'].includes(error.code);
    const text = isTaken ? await firstAnswerTo(context, input, attempt) : null;
    if (text === null) throw error;
    return { text, replayed: true };
  }
}

async function firstAnswerTo(
  context: Requesting,
  { email, password }: RegisterInput,
  attempt: Attempt,
): Promise<string | null> {
  const user = await findUserByEmail(context.db, email);
  const first = user && (await findFirstAnswer(context, user.id, attempt));
  if (!first) return null;
  if (!(await verifyPassword(user.password_hash, password)))
    throw new DomainError('IDEMPOTENCY_CONFLICT', 409);
  return first.text;
}

export function emailExists(): DomainError {
  return new DomainError('EMAIL_EXISTS', 409, {
    fields: [{ field: 'email', message: 'errors:EMAIL_EXISTS' }],
  });
}

/**
 * Adds an account with the default categories. The very first one owns the instance and need not verify its address.
 * @returns the row; null when the address is taken, in which case the caller must roll back
 */
export async function openAccount(
  { now }: Pick<Reading, 'now'>,
  tx: Tx,
  initial: InitialColumns,
): Promise<UserRow | null> {
  const row = newUser(now, initial);
  const isOwner = await claimOwnership(tx, row.id, row.created_at);
  const user: UserRow = isOwner ? { ...row, role: 'super_admin', email_verified: 1 } : row;
  if (!(await insertUser(tx, user))) return null;
  await createDefaults(tx, user.id, now);
  await createFirstAccount(tx, user.id, now);
  return user;
}

export function chosenColumns(
  { locale }: Pick<Reading, 'locale'>,
  { language_preference = locale, currency_preference }: AccountChoices,
): Partial<UserRow> {
  return {
    language_preference,
    ...(currency_preference && { currency_preference, currency_chosen: 1 }),
  };
}

/** Without scripts no browser tells its time zone. Who reads Hebrew and counts in shekels lives in one. */
export function firstPreferences(
  { client, locale }: Pick<Context, 'client' | 'locale'>,
  { timezone, language_preference = locale, currency_preference = DEFAULT_CURRENCY }: FirstChoices,
): string {
  const isIsraeli = language_preference === 'he' && currency_preference === 'ILS';
  const zone = timezone ?? (isIsraeli ? 'Asia/Jerusalem' : undefined);
  return JSON.stringify({ ...formatsFromHeader(client.languages), ...(zone && { timezone: zone }) });
}

type FirstChoices = AccountChoices & { timezone?: string | undefined };

export type InitialColumns = Pick<UserRow, 'email' | 'password_hash' | 'first_name' | 'last_name'> &
  Partial<UserRow>;

/** `initial` overrides the defaults (docs/behaviour.md#defaults). */
export function newUser(now: Date, initial: InitialColumns): UserRow {
  return {
    id: newId(now),
    email_verified: 0,
    role: 'user',
    language_preference: 'en',
    theme_preference: 'system',
    currency_preference: DEFAULT_CURRENCY,
    currency_chosen: 0,
    ...NOT_BEGUN,
    preferences: '{}',
    phone: null,
    bio: null,
    location: null,
    website: null,
    birthday: null,
    profile_picture_url: null,
    is_premium: 0,
    ...UNLINKED,
    google_refused: 0,
    oidc_refused: 0,
    last_login: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    closed_at: null,
    purge_after: null,
    ...initial,
    ...personKeys(initial),
  };
}

export function isWithoutOwner({ db }: Pick<Reading, 'db'>): Promise<boolean> {
  return hasNoUsers(db);
}
