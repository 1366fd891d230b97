import { inTransaction } from '../../../db/transact.ts';
import type { Mailing, Requesting, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { fillsLimit } from '../../rate-limits/limits.ts';
import { limitSignIn, signInAttempts, WRONG_CODES } from '../../rate-limits/sign-in.ts';
import { knownDevice } from '../../sessions/known-devices.ts';
import { recordCode } from '../../sessions/sessions.ts';
import { RECENT } from '../../sessions/times.ts';
import { notify, placeOf } from '../emails/mails.ts';
import { requireUser } from '../users.queries.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import { findFactor, spendRecoveryHash, spendStep } from './second-factor.queries.ts';
import { stepOf, unsealed } from './totp.ts';

const CODE = /^\d{6}$/;

/**
 * Whether a code of the app or a recovery code completes a sign-in; each works once. Wrong ones count against a limit,
 * which a known device has for itself, so never call it inside a database transaction.
 * @throws DomainError RATE_LIMITED (429)
 */
export async function checkCode(
  context: Requesting & Mailing,
  userId: string,
  code: string,
): Promise<boolean> {
  const device = await knownDevice(context, userId);
  const key = device ? signInAttempts.codeFrom(userId, device) : signInAttempts.code(userId);
  return limitSignIn(context, [key], () => tryCode(context, userId, code));
}

async function tryCode(context: Requesting & Mailing, userId: string, code: string): Promise<boolean> {
  const isRight = await spendCode(context, userId, code);
  if (!isRight) context.defer(() => noteWrongCode(context, userId));
  return isRight;
}

// Whoever got this far knows the password or has an open session, so the owner is told, once a day.
async function noteWrongCode(context: Requesting & Mailing, userId: string): Promise<void> {
  if (!(await fillsLimit(context, `wrong-codes:${userId}`, WRONG_CODES))) return;
  const user = await requireUser(context.rootDb, userId);
  notify(context, user, 'wrongCodes', {
    facts: { ...placeOf(context, user), count: String(WRONG_CODES.most) },
  });
}

async function spendCode(context: Requesting, userId: string, written: string): Promise<boolean> {
  const { db, settings, now } = context;
  const code = withoutSpaces(written);
  const recovery = hashOfRecoveryCode(code);
  if (recovery) return inTransaction(db, (tx) => spendRecoveryHash(tx, userId, recovery));
  const factor = await findFactor(db, userId);
  const secret = factor && unsealed(factor.secret, settings.APP_SECRET, userId);
  if (factor && !secret)
    context.log.error({ user_id: userId }, 'a second factor was made with another APP_SECRET');
  const step = secret && CODE.test(code) ? stepOf(secret, code, now) : null;
  return step !== null && inTransaction(db, (tx) => spendStep(tx, userId, step));
}

// Digits may be written in groups.
const withoutSpaces = (written: string) => written.replace(/\s/g, '');

function wrongCode(): DomainError {
  return new DomainError('CODE_INVALID', 400, {
    fields: [{ field: 'code', message: 'errors:CODE_INVALID' }],
  });
}

/**
 * Asks a viewer with a second factor for its code, which comes with the request. Like `checkCode`.
 * @throws DomainError CODE_REQUIRED, CODE_INVALID (400), RATE_LIMITED (429)
 */
export async function confirmCode(context: Writing & Mailing): Promise<void> {
  const { viewer, code } = context;
  if (!viewer.hasSecondFactor) return;
  if (!code)
    throw new DomainError('CODE_REQUIRED', 400, {
      fields: [{ field: 'code', message: 'errors:CODE_REQUIRED' }],
    });
  await enterCode(context, code);
}

/**
 * Checks a code of the viewer, and records in the session that it was entered.
 * @throws DomainError CODE_INVALID (400), RATE_LIMITED (429)
 */
async function enterCode(context: Writing & Mailing, code: string): Promise<void> {
  const { viewer } = context;
  await enter(context, () => tryCode(context, viewer.id, code));
}

/**
 * Like `enterCode`, for the first code of a secret that is not in use yet.
 * @returns the time step of the code
 */
export async function enterFirstCode(context: Writing, secret: string, code: string): Promise<number> {
  const step = stepOf(secret, withoutSpaces(code), context.now);
  await enter(context, async () => step !== null);
  return step as number;
}

// Whoever knows only the password and tries codes at the sign-in does not lock an open session.
async function enter(context: Writing, attempt: () => Promise<boolean>): Promise<void> {
  const keys = [signInAttempts.codeWithin(context.viewer.id)];
  if (!(await limitSignIn(context, keys, attempt))) throw wrongCode();
  await recordCode(context);
}

/**
 * Like `confirmCode`, for an act of an administrator: a code that was entered in this session a short while ago counts.
 * @throws DomainError as `confirmCode`
 */
export async function confirmAdministration(context: Writing & Mailing): Promise<void> {
  const { viewer, now } = context;
  const entered = viewer.codeEnteredAt;
  if (entered && now.getTime() - Date.parse(entered) < RECENT) return;
  await confirmCode(context);
}
