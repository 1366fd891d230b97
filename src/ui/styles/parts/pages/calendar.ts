import { COLUMN, on } from '../shorthands.ts';

/**
 * The calendar of recurring templates. On small screens it is a list of the days with occurrences, with their dates.
 */
export const CALENDAR_PARTS = {
  calendar: [
    'w-full border-collapse table-fixed max-md:block max-md:[&_:is(tbody,tr)]:block',
    on('[&_th]:', 'px-2 py-1 text-muted text-sm font-600 text-start'),
    on('[&_td]:', 'h-20 px-1 lg:px-2 py-1.5 border align-top'),
    on('max-md:[&_td]:', 'grid gap-1 h-auto px-0 py-3 [border-width:1px_0_0]'),
    '[&_.calendar-date]:hidden max-md:[&_.calendar-date]:block',
    'lg:[&_:is(.calendar-items,.calendar-sum)]:text-sm',
    // A day of seven in 48rem has room for an amount with its sign, and for nothing beside it.
    on('md:max-lg:[&_.amount]:', 'text-0.75rem whitespace-nowrap before:hidden'),
    'md:max-lg:[&_:is(.calendar-items,.calendar-sum)]:text-0.8125rem',
    'max-md:[&_:is(thead,tr:not(:has(.calendar-used)),td:not(.calendar-used),.calendar-number)]:hidden',
  ],
  'calendar-other': '[&&]:bg-sunken [&&]:forced-colors:[border-style:dotted]',
  'calendar-number': ['text-muted text-sm tabular-nums', on('[.calendar-used_&]:', 'text-text font-700')],
  'calendar-date': 'font-600',
  'calendar-items': [
    `${COLUMN} gap-1.5`,
    on('[&>li]:', 'flex flex-wrap items-baseline justify-between gap-x-3'),
    on('[&_a]:', 'inline-block min-w-0 min-h-6 wrap-anywhere'),
    '[&_.amount]:whitespace-normal',
  ],
  'calendar-skipped': '[&_:is(a,.amount)]:line-through [&_.amount]:text-muted',
  'calendar-sum': 'flex flex-wrap justify-between gap-x-3 max-w-none mt-1.5 pt-1 border-bs text-muted',
  'calendar-list': [
    on('[&>li]:', 'grid gap-1 py-3 sm:grid-cols-[14rem_minmax(0,1fr)]'),
    '[&>li+li]:border-bs sm:[&_:is(.calendar-items,.calendar-sum)]:col-start-2',
  ],
};
