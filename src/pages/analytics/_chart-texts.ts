import type { TextKey } from '../../i18n/texts.ts';
import type { ChartTexts } from '../../islands/chart/Chart.tsx';

/** What the island of a chart says beside the words of its table. */
export function chartTexts(
  { t, accessibility }: Pick<App.Locals, 't' | 'accessibility'>,
  title: TextKey,
): ChartTexts {
  return {
    label: t('analytics:chartLabel', { title: t(title) }),
    series: t('analytics:chartSeries'),
    link: t('analytics:chartLink'),
    announced: accessibility.announcements,
  };
}
