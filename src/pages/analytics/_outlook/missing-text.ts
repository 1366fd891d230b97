import type { HealthResult } from '../../../domain/analytics/health.ts';
import type { Translate } from '../../../i18n/translate.ts';

/** What it takes to judge a person's finances, in words; empty where nothing is missing. */
export function missingText(result: HealthResult, t: Translate): string {
  if ('health' in result) return '';
  return 'missing' in result
    ? t(`analytics:healthNeeds.${result.missing}`)
    : t('analytics:healthMissing', { count: result.missingMonths });
}
