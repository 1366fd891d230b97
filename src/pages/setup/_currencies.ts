import type { SignedIn } from '../../domain/context.ts';
import type { OnboardingStatus } from '../../domain/onboarding/onboarding.ts';
import { type Currency, currencyRecords } from '../../i18n/currencies.ts';
import type { Locale } from '../../i18n/locales.ts';

/** Those that the guide offers before the others (specification, section 9). */
const FIRST: Currency[] = ['USD', 'EUR', 'ILS', 'GBP'];

/** The currencies as options, the usual ones first. */
export function currencyChoices(locale: Locale): { value: string; text: string }[] {
  const rank = ({ code }: { code: Currency }) => (FIRST.includes(code) ? FIRST.indexOf(code) : FIRST.length);
  return currencyRecords(locale)
    .sort((one, other) => rank(one) - rank(other))
    .map(({ code, symbol, name, flag }) => ({
      value: code,
      text: `${code === symbol ? code : `${code} (${symbol})`} – ${name} ${flag}`,
    }));
}

/**
 * The currency that is chosen at first: dollars (specification, section 9), unless the person has chosen one or has
 * recorded something in theirs.
 */
export function firstCurrency(
  { viewer }: SignedIn,
  { stepsCompleted, completed }: OnboardingStatus,
): Currency {
  const isUntouched =
    viewer.currency === 'ILS' && viewer.revision === 0 && stepsCompleted === 0 && !completed;
  return isUntouched ? 'USD' : viewer.currency;
}
