import type { Dates } from '../../../domain/analytics/periods.ts';
import { trendHalves } from '../../../domain/analytics/trend.ts';
import { monthOf } from '../../../domain/calendar.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { monthName } from '../../../i18n/month-name.ts';
import type { Translate } from '../../../i18n/translate.ts';

/** Which months a trend compares, in words. */
export function halvesText(trended: Dates & { months: number }, t: Translate, locale: Locale): string {
  const { earlier, later } = trendHalves(trended, trended.months);
  const named = (dates: Dates) => {
    const [from, to] = [monthName(monthOf(dates.from), locale), monthName(monthOf(dates.to), locale)];
    return from === to ? from : t('analytics:lead', { from, to });
  };
  return t('analytics:directionNote', { later: named(later), earlier: named(earlier) });
}
