import type { PartFigures } from '../../domain/analytics/parts.ts';
import type { ChartStep } from '../../domain/analytics/periods.ts';
import { monthOf } from '../../domain/calendar.ts';
import { isolated } from '../../i18n/isolated.ts';
import { monthName, shortMonthName } from '../../i18n/month-name.ts';

/** How a day, a week or a month of a chart is named: in its table, in a sentence, and where others refer to it. */
export function namedParts<Part extends Pick<PartFigures, 'from' | 'to'>>(
  parts: readonly Part[],
  step: ChartStep,
  { format, locale, t }: Pick<App.Locals, 'format' | 'locale' | 't'>,
) {
  return parts.map((part) => {
    const date = format.date(part.from);
    const month = monthOf(part.from);
    return step === 'months'
      ? {
          ...part,
          point: `month:${month}`,
          name: shortMonthName(month, locale),
          spoken: monthName(month, locale),
        }
      : {
          ...part,
          point: `${step === 'days' ? 'day' : 'week'}:${part.from}`,
          name: date,
          spoken: step === 'days' ? isolated(date) : t('analytics:weekOf', { date: isolated(date) }),
        };
  });
}
