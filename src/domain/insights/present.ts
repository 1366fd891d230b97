import type { Format } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';
import { presentTransaction } from '../transactions/present.ts';
import { type Analysis, reasonsFor, VERIFY_ABOVE } from './analysis.ts';
import type { Insights } from './check.ts';
import { ALERT_ABOVE } from './fraud.ts';
import type { ReadInsights } from './read.ts';
import type { Advice } from './recommendations.ts';

interface Recommendation extends Pick<Advice, 'type' | 'priority'> {
  title: string;
  description: string;
}

export function recommendationOf({ type, priority, value }: Advice, locale: Locale, format: Format) {
  const t = translator(locale);
  const words: Record<Advice['type'], { title: string; description: string }> = {
    verify_transactions: {
      title: t('insights:verifyTitle'),
      description: t('insights:verifyText', { count: value }),
    },
    review_duplicates: {
      title: t('insights:duplicatesTitle'),
      description: t('insights:duplicatesText', { count: value }),
    },
    spending_increase: {
      title: t('insights:increaseTitle'),
      description: t('insights:increaseText', { percent: format.percent(value) }),
    },
    categorize_transactions: {
      title: t('insights:categorizeTitle'),
      description: t('insights:categorizeText', { count: value }),
    },
  };
  return { type, ...words[type], priority } satisfies Recommendation;
}

/** As shown in responses; `security_alert` is a sentence or null. */
export function presentCheck({ analysis, duplicates }: Insights, locale: Locale) {
  return {
    aiAnalysis: {
      ...analysis,
      recommendation: analysis.riskScore > VERIFY_ABOVE ? ('verify' as const) : null,
    },
    security_alert: alertText(analysis, locale),
    possible_duplicates: duplicates.map((entry) => presentTransaction(entry, locale)),
  };
}

/** Null unless fraud is likely enough for the alert. */
export function alertText(analysis: Analysis, locale: Locale): string | null {
  if (analysis.fraudProbability <= ALERT_ABOVE) return null;
  const t = translator(locale);
  const reasons = reasonsFor(analysis).filter((reason) => reason !== 'duplicate');
  const reasonList = reasons.map((reason) => t(`insights:flag.${reason}`)).join(', ');
  return t('transactions:securityAlert', { reasons: reasonList });
}

export function presentInsights(
  { from, to, analysed: _analysed, withoutCategory: _count, ...insights }: ReadInsights,
  locale: Locale,
  format: Format,
) {
  const recommendations = insights.recommendations.map((advice) => recommendationOf(advice, locale, format));
  return { ...insights, recommendations, dateFrom: from, dateTo: to };
}
