import type { ChartTexts } from '../../../islands/chart/Chart.tsx';

/** What the island of a chart says beside the words of its table. */
export function chartTexts(
  { t, accessibility }: Pick<App.Locals, 't' | 'accessibility'>,
  title: string,
): ChartTexts {
  return {
    label: t('analytics:chartLabel', { title }),
    series: t('analytics:chartSeries'),
    link: t('analytics:chartLink'),
    announced: accessibility.announcements,
  };
}
