import { COLUMN, on } from '../shorthands.ts';

const WIDE = '[@container_(width>=52rem)]:';
const LARGEST_TEXT = '[@container_(width<15rem)]:';

const PHONE = '[@media_screen_and_(width<48rem)]:';

const UNSEEN = '[clip-path:inset(50%)]';

/**
 * One column on phones, two where there is room, so that it can be read at a glance. What counts is how much text fits:
 * larger text means one column. The columns have their own heights: what unfolds in one moves nothing in the other. On
 * paper one card follows the other, each as a whole, because parts of a grid that break across sheets would overlap.
 */
export const DASHBOARD_PARTS = {
  home: [
    `${COLUMN} gap-4 max-md:gap-2 print:block`,
    on('max-md:[&_.card]:', 'gap-2 p-3'),
    // The latest point is said beside the drawing.
    'max-md:[&_.chart-live:not([role])~.chart-values]:hidden',
    `${WIDE}[&_.card]:p-5`,
    on('print:[&_.card]:', '[break-inside:avoid] mb-4'),
    // With very large text on a phone a name wraps instead of being cut off.
    `${LARGEST_TEXT}[&_:is(.small,.cell-below>bdi)]:whitespace-normal`,
    'max-md:[&_.plot]:pt-3 max-md:[&_.plot>.plot-frame]:h-24',
  ],
  // Between phones and wide screens the line to type in has no room beside the greeting.
  'home-head': 'items-start md:max-lg:[&>h1]:basis-full lg:[&>h1]:leading-[2.75rem]',
  'home-entry': [
    'flex-[1_1_12rem] max-md:basis-full lg:[&_.search-bar]:flex-1',
    on('lg:[&>.quick-entry]:', 'flex-row flex-wrap items-center gap-3'),
    on('lg:[&_:is(.error,.small)]:', 'basis-full'),
    on('lg:[&_label]:', 'static w-auto h-auto font-600 [clip-path:none]'),
  ],
  'home-columns': `grid grid-cols-1 gap-4 max-md:gap-2 items-start ${WIDE}[&:has(>:first-child_.card):has(>:last-child_.card)]:grid-cols-2 [&:not(:has(.card))]:hidden print:block`,
  'home-column': `${COLUMN} gap-4 max-md:gap-2 min-w-0 [&:not(:has(.card))]:hidden print:block`,
  // Each with what can be done about it at its end, where there is room for both.
  inbox: [
    `${COLUMN} list-none m-0 p-0`,
    on(
      '[&>li]:',
      'flex flex-wrap items-center gap-x-3 gap-y-2 py-2 [border-block-start:1px_solid_var(--line)]',
    ),
    on('[&>li:first-child]:', '[border-block-start:0] pt-0'),
    '[&>li:last-child]:pb-0',
    on('[&>li>.icon]:', 'flex-none text-muted'),
    on('[&>li>p]:', 'flex-[1_1_min(16rem,100%_-_2.5rem)] min-w-0 wrap-anywhere'),
    on('[&>li>.button-row]:', 'gap-2 ms-auto min-w-0'),
    on('[&>li>.button-row_.button]:', 'whitespace-normal'),
  ],
  // Two figures beside each other on a phone, and what is left of them in the line below.
  'home-figures': [
    'max-sm:gap-y-2 max-sm:pb-2 max-sm:[&_.small]:text-0.8125rem',
    on('max-sm:[&>div:last-child]:', 'flex flex-wrap flex-[1_0_100%] justify-between gap-x-3'),
    'max-sm:[&>div:last-child>.small]:basis-full',
  ],
  // From ten million on, three do not fit beside each other.
  'home-long-figures': 'lg:[&&]:grid-cols-1',
  'amount-long': 'text-[clamp(1rem,9cqi,2.5rem)]',
  'amount-longest': 'text-[clamp(0.875rem,7cqi,2.25rem)]',
  'home-balance': `${COLUMN} gap-2 md:gap-3`,
  // The curve is beside the figures, so that the month is on the first screen.
  'home-curve': `${WIDE}grid ${WIDE}grid-cols-[minmax(0,5fr)_minmax(0,6fr)] ${WIDE}gap-x-12 ${WIDE}items-start ${WIDE}[&>.grid]:grid-cols-1 ${WIDE}[&_.plot]:pt-3`,
  // The table comes after the fold, not inside it, so that text browsers and paper always show it.
  'home-fold': '-mb-1 text-sm print:hidden [@media_screen]:[&:not([open])+*]:hidden',
  // On phones what is less urgent is behind a line: what follows it, and the last rows of a table before it.
  'home-rest': `md:hidden print:hidden text-sm -my-2 ${PHONE}[&:not([open])+*]:hidden`,
  'home-first': `${PHONE}[&:has(+.home-rest:not([open]))_tbody_tr:nth-child(n+4)]:hidden`,
  // The ring beside its names, where both fit; phones fold it with the names of the smaller parts.
  'home-parts': `grid gap-x-4 gap-y-2 items-center sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] ${PHONE}[&:has(+.home-rest:not([open]))>:not(table)]:hidden`,
  'home-table': [
    'w-full border-collapse text-0.8125rem',
    on('[&_:is(th,td)]:', 'px-1 py-0.5 font-400 text-start'),
    '[&_:is(th,td):first-child]:ps-0 [&_:is(th,td):last-child]:pe-0',
    on('[&_thead_th]:', 'text-muted font-600'),
    on('[&_.numeric]:', 'text-right wrap-anywhere whitespace-normal'),
    // With very large text the amount has a line of its own.
    `${LARGEST_TEXT}[&_tbody_:is(th,td)]:block`,
    // A name breaks rather than a figure.
    'sm:[&_tbody_th]:whitespace-nowrap sm:[.home-parts_&_tbody_th]:whitespace-normal sm:[.home-parts_&_.numeric]:whitespace-nowrap',
    '[&_tbody_:is(th,td)]:py-0',
    // High enough for a finger.
    on('[&_tbody_:is(a,td>bdi)]:', 'inline-flex items-center justify-end min-w-6 min-h-6'),
    on('[&_tr[data-highlighted]]:', 'bg-accent-soft forced-colors:[outline:2px_solid_Highlight]'),
  ],
  // A line of figures on a phone, so that the first user is on its first screen.
  'users-figures': [
    'max-sm:pb-2 max-sm:gap-y-0',
    on('max-sm:[&>div]:', 'flex flex-none items-baseline gap-1'),
  ],
  // What can be done with a selection is in view while there is one, if the screen is high enough.
  'users-acts': `${COLUMN} gap-2 p-3 border border-accent rounded bg-surface z-1 [form:not(:has(td_:checked))_&]:hidden [@media(height>=30rem)]:sticky bottom-3 max-md:bottom-16`,
  'settings-form': [
    'max-w-none [&_:is(input,textarea)]:scroll-mb-32',
    on('[&>.button-row]:', 'z-1 py-3 bg-bg bottom-0 [@media(height>=30rem)]:sticky'),
    'max-md:[&>.button-row]:bottom-14',
  ],
  // Dates and amounts need no visible headings; those of the columns are read aloud.
  'home-latest': on('[&_:is(thead,.series-mark>span)]:', `fixed ${UNSEEN}`),
  // Their dates are below each other, where a row is a line.
  'home-soon': [
    on('md:[&_.category>span]:', 'flex flex-wrap flex-1 items-baseline gap-x-2'),
    'md:[&_.category>span>:first-child:not(:has(+.series-mark))]:me-auto',
    'md:[&_.series-mark]:me-auto',
  ],
};
