// UnoCSS places a layer where it is first imported: the other charts import this file.
import 'virtual:uno:chart.css';
import type { ChartTexts } from '../../islands/chart/Chart.tsx';

export function chartTexts({ t }: Pick<App.Locals, 't'>, title: string, link?: string): ChartTexts {
  return {
    label: t('analytics:chartLabel', { title }),
    series: t('analytics:chartSeries'),
    link: link ?? t('analytics:chartLink'),
    change: t('analytics:chartChange', { name: '{}' }),
    total: t('analytics:total'),
  };
}
