import type { PartFigures } from '../../domain/analytics/parts.ts';
import type { ChartStep } from '../../domain/analytics/periods.ts';
import { monthOf } from '../../domain/calendar.ts';
import { monthLabels, monthName, shortMonthName } from '../../i18n/dates.ts';
import { isolated } from '../../i18n/isolated.ts';

/** As the points of an axis are named. */
export const withoutYear = (date: string) => date.replace(/\D?\d{4}\D?/, '');

/** How a day, a week or a month of a chart is named: in its table, at an axis, in a sentence, and where others refer to it. */
export function namedParts<Part extends Pick<PartFigures, 'from' | 'to'>>(
  parts: readonly Part[],
  step: ChartStep,
  { format, locale, t }: Pick<App.Locals, 'format' | 'locale' | 't'>,
) {
  const months = monthLabels(
    parts.map(({ from }) => monthOf(from)),
    locale,
  );
  const isOneMonth = new Set(parts.map(({ from }) => monthOf(from))).size === 1;
  return parts.map((part, index) => {
    const date = format.date(part.from);
    const month = monthOf(part.from);
    return step === 'months'
      ? {
          ...part,
          point: `month:${month}`,
          name: shortMonthName(month, locale),
          short: months[index] ?? '',
          spoken: monthName(month, locale),
        }
      : {
          ...part,
          point: `${step === 'days' ? 'day' : 'week'}:${part.from}`,
          name: date,
          short: step === 'days' && isOneMonth ? String(Number(part.from.slice(8))) : withoutYear(date),
          spoken: step === 'days' ? isolated(date) : t('analytics:weekOf', { date: isolated(date) }),
        };
  });
}
