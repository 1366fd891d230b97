import type { ChartTexts } from '../../islands/chart/Chart.tsx';

export function chartTexts(
  { t, accessibility }: Pick<App.Locals, 't' | 'accessibility'>,
  title: string,
  link?: string,
): ChartTexts {
  return {
    label: t('analytics:chartLabel', { title }),
    series: t('analytics:chartSeries'),
    link: link ?? t('analytics:chartLink'),
    change: t('analytics:chartChange'),
    total: t('analytics:total'),
    announced: accessibility.announcements,
  };
}
