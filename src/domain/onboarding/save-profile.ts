import { amountStyle } from '../amount-text.ts';
import { setOpeningBalance } from '../balance/opening-balance.ts';
import { todayOf } from '../calendar.ts';
import type { Mailing, Writing } from '../context.ts';
import { invalid } from '../error.ts';
import { inLedger } from '../ledger/ledger.ts';
import { requireNoPassword, setPassword } from '../users/passwords/change.ts';
import { uploadPicture } from '../users/picture/picture.ts';
import { updateProfile } from '../users/profile.ts';
import { readBalance } from './choices.ts';
import { passStep } from './onboarding.ts';
import type { ProfileStepInput } from './schema.ts';

/**
 * Saves the first step of the setup guide.
 * @throws DomainError VALIDATION_ERROR when the passwords differ or the balance cannot be read, PASSWORD_EXISTS (409), and as `uploadPicture`
 */
export async function saveProfileStep(
  context: Writing & Mailing,
  input: ProfileStepInput & { profilePicture?: File | null; balance?: string | undefined },
): Promise<void> {
  const { password, confirmPassword, profilePicture, language, currency, theme, balance, ...names } = input;
  const amount = readBalance(balance ?? '', { ...amountStyle(context.viewer), currency });
  if (password !== undefined && password !== confirmPassword)
    throw invalid({ field: 'confirmPassword', message: 'errors:passwordsDiffer' });
  if (password !== undefined) await requireNoPassword(context);
  // The picture is refused most often: saved first, so that nothing else is saved then.
  if (profilePicture) await uploadPicture(context, profilePicture);
  await inLedger(context, async (_ledger, inside) => {
    await updateProfile(inside, {
      ...names,
      language_preference: language,
      currency_preference: currency,
      theme_preference: theme,
    });
    const viewer = { ...inside.viewer, currency };
    if (amount !== null) await setOpeningBalance({ ...inside, viewer }, { amount, date: todayOf(context) });
  });
  // Everything before can be saved again; a password cannot.
  if (password !== undefined) await setPassword(context, password);
  await passStep(context, 1);
}
