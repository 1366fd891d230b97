import { inTransaction } from '../../../db/transact.ts';
import type { Requesting, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { limitSignIn, signInAttempts } from '../../rate-limits/sign-in.ts';
import { recordCode } from '../../sessions/sessions.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import { findFactor, spendRecoveryHash, spendStep } from './second-factor.queries.ts';
import { stepOf, unsealed } from './totp.ts';

const CODE = /^\d{6}$/;

/**
 * Whether a code of the app or a recovery code is right; each works once. Wrong ones count against a limit, so never
 * call it inside a database transaction.
 * @throws DomainError RATE_LIMITED (429)
 */
export function checkCode(context: Requesting, userId: string, code: string): Promise<boolean> {
  return limitSignIn(context, [signInAttempts.code(userId)], () => spendCode(context, userId, code));
}

async function spendCode(context: Requesting, userId: string, written: string): Promise<boolean> {
  const { db, settings, now } = context;
  // Digits may be written in groups.
  const code = written.replace(/\s/g, '');
  const recovery = hashOfRecoveryCode(code);
  if (recovery) return inTransaction(db, (tx) => spendRecoveryHash(tx, userId, recovery));
  const factor = await findFactor(db, userId);
  const secret = factor && unsealed(factor.secret, settings.APP_SECRET, userId);
  if (factor && !secret)
    context.log.error({ user_id: userId }, 'a second factor was made with another APP_SECRET');
  const step = secret && CODE.test(code) ? stepOf(secret, code, now) : null;
  return step !== null && inTransaction(db, (tx) => spendStep(tx, userId, step));
}

function wrongCode(): DomainError {
  return new DomainError('CODE_INVALID', 400, {
    fields: [{ field: 'code', message: 'errors:CODE_INVALID' }],
  });
}

/**
 * Asks a viewer with a second factor for its code, which comes with the request. Like `checkCode`.
 * @throws DomainError CODE_REQUIRED, CODE_INVALID (400), RATE_LIMITED (429)
 */
export async function confirmCode(context: Writing): Promise<void> {
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
export async function enterCode(context: Writing, code: string): Promise<void> {
  if (!(await checkCode(context, context.viewer.id, code))) throw wrongCode();
  await recordCode(context);
}

/** How long a code counts for acts of administrators, in milliseconds. */
const COUNTS_FOR = 15 * 60_000;

/**
 * Like `confirmCode`, for an act of an administrator: a code that was entered in this session a short while ago counts.
 * @throws DomainError as `confirmCode`
 */
export async function confirmAdministration(context: Writing): Promise<void> {
  const { viewer, now } = context;
  const entered = viewer.codeEnteredAt;
  if (entered && now.getTime() - Date.parse(entered) < COUNTS_FOR) return;
  await confirmCode(context);
}
