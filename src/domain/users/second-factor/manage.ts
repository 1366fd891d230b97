import { inTransaction } from '../../../db/transact.ts';
import { recordOwn } from '../../activity/record.ts';
import type { Mailing, Reading, Requesting, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { MINUTE } from '../../instants.ts';
import { notify } from '../emails/mails.ts';
import { confirmOwnPassword, lockConfirmed } from '../passwords/confirm.ts';
import { requireUser } from '../users.queries.ts';
import { enterFirstCode } from './check-code.ts';
import { hashOfRecoveryCode, newRecoveryCodes, recoveryHashes } from './recovery-codes.ts';
import {
  confirmFactor,
  countRecoveryHashes,
  deleteFactor,
  findFactor,
  replaceRecoveryHashes,
  upsertFactor,
} from './second-factor.queries.ts';
import { newSecret, otpauthUrl, sealed, unsealed } from './totp.ts';

interface NewSecondFactor {
  /** Base32, to be typed where no QR code can be read. */
  secret: string;
  otpauth_url: string;
}

/** `pending` is a secret that waits for its first code; `codesLeft` counts the recovery codes. */
export async function readSecondFactor(
  context: Reading & Pick<Mailing, 'site'>,
): Promise<{ isOn: boolean; pending: NewSecondFactor | null; codesLeft: number }> {
  const { db, viewer } = context;
  const factor = await findFactor(db, viewer.id);
  if (factor?.confirmed_at)
    return { isOn: true, pending: null, codesLeft: await countRecoveryHashes(db, viewer.id) };
  const secret = factor && pendingSecret(context, factor.secret);
  return { isOn: false, pending: secret ? presented(context, secret) : null, codesLeft: 0 };
}

/** How long a secret waits for its first code, in milliseconds. */
const PENDING = 15 * MINUTE;

// Only for the session whose person has entered the password.
const forSession = ({ viewer }: Reading) => `${viewer.id} ${viewer.sessionId}`;

function pendingSecret(context: Reading, stored: string): string | null {
  const text = unsealed(stored, context.settings.APP_SECRET, forSession(context));
  const [begun = '', secret] = text?.split(' ') ?? [];
  return secret && context.now.getTime() - Date.parse(begun) < PENDING ? secret : null;
}

/** How many recovery codes a person still has who has just signed in with one; null after another code. */
export async function recoveryCodesLeft(
  { db }: Pick<Requesting, 'db'>,
  userId: string,
  code: string,
): Promise<number | null> {
  return hashOfRecoveryCode(code) ? countRecoveryHashes(db, userId) : null;
}

function presented({ viewer, site }: Reading & Pick<Mailing, 'site'>, secret: string): NewSecondFactor {
  return { secret, otpauth_url: otpauthUrl(secret, { issuer: site.site_name, label: viewer.email }) };
}

/**
 * Makes a secret, which is asked for only after `confirmSecondFactor`.
 * @throws DomainError SECOND_FACTOR_ON (409), and as `confirmOwnPassword`
 */
export async function startSecondFactor(
  context: Writing & Mailing,
  password: string,
): Promise<NewSecondFactor> {
  const { db, viewer, settings, now } = context;
  if (viewer.hasSecondFactor) throw new DomainError('SECOND_FACTOR_ON', 409);
  const user = await confirmOwnPassword(context, password);
  const secret = newSecret();
  await inTransaction(db, async (tx) => {
    await lockConfirmed(context, tx, user);
    await upsertFactor(tx, {
      user_id: viewer.id,
      secret: sealed(`${now.toISOString()} ${secret}`, settings.APP_SECRET, forSession(context)),
      confirmed_at: null,
      last_step: 0,
    });
  });
  return presented(context, secret);
}

/**
 * Turns the second factor on, by the first code of the app.
 * @returns the recovery codes, to show once
 * @throws DomainError SECOND_FACTOR_ON, SECOND_FACTOR_OFF (409), CODE_INVALID (400), RATE_LIMITED (429)
 */
export async function confirmSecondFactor(context: Writing & Mailing, code: string): Promise<string[]> {
  const { db, viewer, settings, now } = context;
  if (viewer.hasSecondFactor) throw new DomainError('SECOND_FACTOR_ON', 409);
  const user = await requireUser(db, viewer.id);
  const factor = await findFactor(db, viewer.id);
  const secret = factor && pendingSecret(context, factor.secret);
  if (!secret) throw new DomainError('SECOND_FACTOR_OFF', 409);
  const last_step = await enterFirstCode(context, secret, code);
  const confirmed = {
    secret: sealed(secret, settings.APP_SECRET, viewer.id),
    last_step,
    confirmed_at: now.toISOString(),
  };
  const codes = newRecoveryCodes();
  await inTransaction(db, async (tx) => {
    await lockConfirmed(context, tx, user);
    // Another session may have begun anew.
    if (!(await confirmFactor(tx, factor, confirmed))) throw new DomainError('SECOND_FACTOR_OFF', 409);
    await replaceRecoveryHashes(tx, viewer.id, recoveryHashes(codes));
    await recordOwn({ ...context, db: tx }, 'second_factor_on');
  });
  notify(context, user, 'secondFactorOn');
  return codes;
}

/** @throws DomainError SECOND_FACTOR_OFF (409), and as `confirmOwnPassword` */
export async function disableSecondFactor(context: Writing & Mailing, password: string): Promise<void> {
  const { db, viewer } = context;
  if (!viewer.hasSecondFactor) throw new DomainError('SECOND_FACTOR_OFF', 409);
  const user = await confirmOwnPassword(context, password);
  await inTransaction(db, async (tx) => {
    await lockConfirmed(context, tx, user);
    await deleteFactor(tx, viewer.id);
    await recordOwn({ ...context, db: tx }, 'second_factor_off');
  });
  notify(context, user, 'secondFactorOff');
}

/**
 * Replaces the recovery codes.
 * @returns the new ones, to show once
 * @throws DomainError SECOND_FACTOR_OFF (409), and as `confirmOwnPassword`
 */
export async function replaceRecoveryCodes(context: Writing & Mailing, password: string): Promise<string[]> {
  const { db, viewer } = context;
  if (!viewer.hasSecondFactor) throw new DomainError('SECOND_FACTOR_OFF', 409);
  const user = await confirmOwnPassword(context, password);
  const codes = newRecoveryCodes();
  await inTransaction(db, async (tx) => {
    await lockConfirmed(context, tx, user);
    await replaceRecoveryHashes(tx, viewer.id, recoveryHashes(codes));
    await recordOwn({ ...context, db: tx }, 'recovery_codes_replaced');
  });
  notify(context, user, 'recoveryChanged');
  return codes;
}
