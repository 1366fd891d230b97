import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../db/open.ts';
import type { MailTokenRow, UserRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { formatter } from '../../../i18n/format.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Message } from '../../../mail/letter.ts';
import { type MailKind, writeMail } from '../../../mail/messages.ts';
import { localNow } from '../../calendar.ts';
import type { Mailing, Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { readId, writeId } from '../../id.ts';
import { DAY, HOUR, later } from '../../instants.ts';
import { readPreferences } from '../../preferences/preferences.ts';
import { addressKey, consume, LIMITS } from '../../rate-limits/limits.ts';
import { requireUnblocked } from '../../restrictions/block.ts';
import { deviceOf } from '../../sessions/device.ts';
import { hashToken } from '../../sessions/tokens.ts';
import type { Provider } from '../identities/identity.ts';
import { mayUsePassword, oidcOf } from '../oidc/settings.ts';
import { findMailToken, insertMailToken, spendMailToken } from '../users.queries.ts';

const LINKS = {
  verify_email: { mail: 'verification', path: '/verify-email/', lifetime: DAY },
  reset_password: { mail: 'reset', path: '/reset-password/', lifetime: HOUR },
  change_email: { mail: 'emailChange', path: '/change-email/', lifetime: DAY },
  undo_email: { mail: 'emailChanged', path: '/restore-email/', lifetime: 7 * DAY },
} as const satisfies Record<Purpose, { mail: MailKind; path: string; lifetime: number }>;

type Purpose = MailTokenRow['purpose'];

/**
 * Stores a single-use link; call the returned function, which mails it, after the commit.
 * @param email the recipient, if not the account's address; following the link makes it the account's address
 */
export async function prepareLink(
  context: Mailing,
  tx: Tx,
  user: UserRow,
  purpose: Purpose,
  email: string | null = null,
): Promise<() => Promise<void>> {
  const { settings, sendMail, now } = context;
  const { mail, path, lifetime } = LINKS[purpose];
  // The owner's id, then 256 random bits; only the hash is stored.
  const token = Buffer.concat([readId(user.id), randomBytes(32)]).toString('base64url');
  const hash = hashToken(token);
  await insertMailToken(tx, {
    user_id: user.id,
    hash,
    purpose,
    expires_at: later(now, lifetime).toISOString(),
    email,
  });
  const message = writeTo(context, user, mail, `${settings.PUBLIC_URL}${path}${token}`);
  return () => sendMail(email ?? user.email, message);
}

/** Mails a security notice to the owner of an account, after the answer. By default its link helps against strangers. */
export function notify(
  context: Mailing,
  user: UserRow,
  mail: MailKind,
  { path, facts = {} }: { path?: string; facts?: Record<string, string> } = {},
): void {
  const { settings } = context;
  const isByProvider = path === undefined && !mayUsePassword(settings, user);
  const link = settings.PUBLIC_URL + (path ?? (isByProvider ? '/profile/sessions' : '/forgot-password'));
  const provider = oidcOf(settings)?.name ?? '';
  const message = writeTo(context, user, mail, link, { provider, ...facts }, isByProvider);
  context.defer(() => context.sendMail(user.email, message));
}

/** As `notify`, when a provider was linked or unlinked. */
export function notifyOf(
  context: Mailing,
  user: UserRow,
  provider: Provider,
  change: 'Linked' | 'Unlinked',
): void {
  notify(context, user, `${provider}${change}`);
}

/** The device and the network address of a request, for a notice. */
export function placeOf({ client }: Requesting, { language_preference }: UserRow) {
  const device = deviceOf(client.userAgent) || translator(language_preference)('accounts:unknownDevice');
  return { device, address: client.address };
}

function writeTo(
  { site, now }: Mailing,
  user: UserRow,
  mail: MailKind,
  link: string,
  facts?: Record<string, string>,
  isByProvider = false,
): Message {
  return writeMail(mail, {
    locale: user.language_preference,
    firstName: user.first_name,
    siteName: site.site_name,
    link,
    isByProvider,
    facts: { moment: momentFor(user, now), ...facts },
  });
}

function momentFor(user: UserRow, instant: Date): string {
  const preferences = readPreferences(user.preferences);
  const format = formatter(user.currency_preference as Currency, preferences);
  const { date, time } = localNow(instant, preferences.timezone);
  return `${format.date(date)}, ${format.time(time)} (${preferences.timezone})`;
}

/** @throws DomainError TOKEN_INVALID (400) if the link is used, unknown or expired */
export async function requireLink(db: Db, token: string, purpose: Purpose, now: Date): Promise<void> {
  const link = parseMailToken(token);
  if (!link || !(await findMailToken(db, { ...link, purpose }, now.toISOString()))) throw linkInvalid();
}

/**
 * Uses up a mailed link.
 * @throws DomainError TOKEN_INVALID (400) for a used, unknown or expired one, USER_BLOCKED (403), which does not use up
 *   the link
 */
export async function spendLink(tx: Tx, token: string, purpose: Purpose, now: Date): Promise<MailTokenRow> {
  const parsed = parseMailToken(token);
  const link = parsed && (await spendMailToken(tx, { ...parsed, purpose }, now.toISOString()));
  if (!link) throw linkInvalid();
  await requireUnblocked(tx, link.user_id, now);
  return link;
}

function parseMailToken(token: string): { userId: string; hash: string } | null {
  if (!/^[\w-]{64}$/.test(token)) return null;
  const userId = writeId(Buffer.from(token, 'base64url').subarray(0, 16));
  return { userId, hash: hashToken(token) };
}

/** The same error for a used, unknown and expired link. */
export function linkInvalid(): DomainError {
  return new DomainError('TOKEN_INVALID', 400, { message: 'errors:linkInvalid' });
}

/** Counts a mail that anyone may request against the limits of the account and of the network address. */
export async function consumeMailLimits(context: Requesting, email: string): Promise<boolean> {
  const account = createHash('sha256').update(email).digest('base64url');
  const address = addressKey(context.client.address);
  const forAddress = await consume(context, `mail:address:${address}`, LIMITS.mailForAddress);
  const forAccount = await consume(context, `mail:account:${account}`, LIMITS.mailForAccount);
  return forAddress.allowed && forAccount.allowed;
}
