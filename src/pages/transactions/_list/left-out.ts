import type { Format } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/isolated.ts';
import type { Translate } from '../../../i18n/translate.ts';

/** What a filter matches beyond the dates of its tab. */
export interface LeftOut {
  count: number;
  /** Whether the list is that of upcoming transactions, and what it leaves out is earlier. */
  isUpcoming: boolean;
  /** The other tab by the same filter. */
  href: string;
  /** The local calendar date with which the list of all ends. */
  monthEnd: string;
}

/** How many, and where they are. */
export function leftOutWords({ count, isUpcoming, monthEnd }: LeftOut, t: Translate, format: Format): string {
  return t(isUpcoming ? 'list:leftOutEarlier' : 'list:leftOutLater', {
    count,
    shown: format.count(count),
    date: isolated(format.date(monthEnd)),
  });
}
