import type { SignedIn } from '../../domain/context.ts';
import type { OnboardingStatus } from '../../domain/onboarding/onboarding.ts';
import type { Currency } from '../../i18n/currencies.ts';

/**
 * The currency that is chosen at first: dollars, unless the person has chosen one, in the form of registration for
 * example, or has recorded something in theirs.
 */
export function firstCurrency(
  { viewer }: SignedIn,
  { currencyChosen, completed }: OnboardingStatus,
): Currency {
  const isUntouched = !currencyChosen && viewer.revision === 0 && !completed;
  return isUntouched ? 'USD' : viewer.currency;
}
