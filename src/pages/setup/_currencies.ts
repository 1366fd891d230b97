import type { SignedIn } from '../../domain/context.ts';
import type { OnboardingStatus } from '../../domain/onboarding/onboarding.ts';
import { type Currency, currencyOptions } from '../../i18n/currencies.ts';
import type { Locale } from '../../i18n/locales.ts';

/** Those that the guide offers before the others (specification, section 9). */
const FIRST: Currency[] = ['USD', 'EUR', 'ILS', 'GBP'];

/** The currencies as options, the usual ones first. */
export function currencyChoices(locale: Locale): { value: string; text: string }[] {
  const rank = ({ value }: { value: Currency }) =>
    FIRST.includes(value) ? FIRST.indexOf(value) : FIRST.length;
  return currencyOptions(locale).sort((one, other) => rank(one) - rank(other));
}

/**
 * The currency that is chosen at first: dollars (specification, section 9), unless the person has chosen one, in the
 * form of registration for example, or has recorded something in theirs.
 */
export function firstCurrency(
  { viewer }: SignedIn,
  { currencyChosen, completed }: OnboardingStatus,
): Currency {
  const isUntouched = !currencyChosen && viewer.revision === 0 && !completed;
  return isUntouched ? 'USD' : viewer.currency;
}
