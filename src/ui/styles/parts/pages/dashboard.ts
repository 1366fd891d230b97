import { COLUMN, on } from '../shorthands.ts';

const TWO_COLUMNS = '[@container_(width>=43rem)]:';
const THREE_COLUMNS = '[@container_(width>=58rem)]:';
/** For widths at which neither three figures nor four columns fit, nor amounts from a million on. */
const FEWEST_FIGURES = '[@container_(width<17.5rem)]:';
const FEW_FIGURES = '[@container_(width<20.5rem)]:';
const FEW_LONG_FIGURES = '[@container_(width<26rem)]:';

const UNSEEN = '[clip-path:inset(50%)]';
const NAMED_FIGURE = 'flex items-center justify-between gap-2';
const NAME = 'text-muted [content:attr(data-label)]';

/**
 * One column on phones, two on tablets, three on wide screens, so that it can be read at a glance. What counts is how
 * much text fits: larger text means fewer columns. On paper one card follows the other, each as a whole, because parts
 * of a grid that break across sheets would overlap.
 */
export const DASHBOARD_PARTS = {
  home: [
    `grid grid-cols-1 gap-4 ${on(THREE_COLUMNS, 'grid-cols-3 gap-3')} print:block`,
    on('lg:[.main:has(&)]:', 'gap-4 py-6'),
    `[&_.card:not([data-list])]:gap-2 ${THREE_COLUMNS}[&_.card]:p-4`,
    on('print:[&_.card]:', '[break-inside:avoid] mb-4'),
    // With very large text on a phone a name wraps instead of being cut off.
    '[@container_(width<15rem)]:[&_:is(.small,.cell-below>bdi)]:whitespace-normal',
  ],
  'home-head': 'md:items-end lg:items-center',
  'home-entry': [
    'flex-[1_1_12rem] max-md:basis-full lg:[&_.search-bar]:flex-1',
    on('lg:[&>.quick-entry]:', 'flex-row flex-wrap items-center gap-3'),
    on('lg:[&_.error]:', 'basis-full'),
    on('lg:[&_label]:', 'static w-auto h-auto font-600 [clip-path:none]'),
  ],
  'home-first': [
    `${COLUMN} gap-4 min-w-0 print:block ${on(THREE_COLUMNS, 'gap-3 col-span-2')}`,
    // The cards beside it appear with the first transaction.
    `${THREE_COLUMNS}[&:not(:has(+.home-beside_.card))]:col-span-3`,
  ],
  'home-beside': [
    `grid grid-cols-1 gap-4 ${TWO_COLUMNS}grid-cols-2 print:[&&]:block`,
    '[&&:not(:has(.card))]:hidden',
    `${TWO_COLUMNS}[&_:is([data-list=steps]>.card,[aria-labelledby=attention])]:col-span-2`,
    `${on(THREE_COLUMNS, `${COLUMN} gap-3`)} ${THREE_COLUMNS}[&_[data-list=steps]>.card]:flex-1`,
  ],
  'home-below': [
    'grid grid-cols-1 gap-4 print:block',
    on(THREE_COLUMNS, 'col-span-3 grid-cols-[28fr_38fr_33fr] gap-3'),
    // If the panel has the longest amounts, its neighbours give up width, though their rows then take two lines.
    `${THREE_COLUMNS}[&:has(.home-longest)]:grid-cols-[15fr_25fr_16fr]`,
    '[@container_(width>=68rem)]:[&:not(:has(.home-longest))]:grid-cols-[15fr_17fr_16fr]',
  ],
  'home-grows': 'flex-1',
  'amount-long': 'text-[clamp(1rem,9cqi,2.5rem)]',
  'amount-longest': 'text-[clamp(0.875rem,7cqi,2.25rem)]',
  'home-balance': 'grid gap-y-2',
  // The table comes after the fold, not inside it, so that text browsers and paper always show it.
  'home-fold': '-mb-1 text-sm print:hidden [@media_screen]:[&:not([open])+*]:hidden',
  'home-bars': `[&_.bar]:h-1.5 [&_tbody_tr]:py-0.5 ${THREE_COLUMNS}text-sm`,
  'home-date': 'flex-[1_1_9rem] w-auto min-w-0 px-[min(0.75rem,2.5vw)]',
  'home-table': [
    'w-full border-collapse text-0.8125rem',
    on('[&_:is(th,td)]:', 'px-1 py-0.5 font-400 text-start'),
    '[&_:is(th,td):first-child]:ps-0 [&_:is(th,td):last-child]:pe-0',
    on('[&_thead_th]:', 'text-muted font-600'),
    on('[&_.numeric]:', 'text-right wrap-anywhere whitespace-normal'),
    'sm:[&_tbody_th]:whitespace-nowrap [&_tbody_:is(th,td)]:py-0',
    // High enough for a finger.
    on('[&_tbody_:is(a,td>bdi)]:', 'inline-flex items-center justify-end min-w-6 min-h-6'),
    on('[&_tr[data-highlighted]]:', 'bg-accent-soft forced-colors:[outline:2px_solid_Highlight]'),
  ],
  // If four columns do not fit, each period has a line above its figures; if three do not, each figure has a line.
  'home-periods': [
    `${FEW_FIGURES}block ${FEW_FIGURES}[&_:is(thead,tbody)]:block`,
    on(`${FEW_FIGURES}[&_tr]:`, 'grid grid-cols-3'),
    on(`${FEW_FIGURES}[&_tbody_th]:`, 'col-span-full font-600'),
    `${FEW_FIGURES}[&_td:not(:last-child)]:ps-0 ${FEW_FIGURES}[&_thead_th:first-child]:absolute`,
    on(`${FEWEST_FIGURES}[&_thead]:`, `absolute ${UNSEEN}`),
    on(`${FEWEST_FIGURES}[&_tbody_td]:`, `col-span-full ${NAMED_FIGURE} px-0`),
    on(`${FEWEST_FIGURES}[&_tbody_td]:before:`, NAME),
  ],
  'home-long': [
    `${FEW_LONG_FIGURES}[&&_:is(tbody,tr,th)]:block`,
    on(`${FEW_LONG_FIGURES}[&_thead]:`, `absolute ${UNSEEN}`),
    `${FEW_LONG_FIGURES}[&_tbody_th]:font-600`,
    on(`${FEW_LONG_FIGURES}[&_tbody_td]:`, `${NAMED_FIGURE} px-0`),
    on(`${FEW_LONG_FIGURES}[&_tbody_td]:before:`, NAME),
  ],
  // Dates and amounts need no visible headings; those of the columns are read aloud.
  'home-latest': on(`${THREE_COLUMNS}[&_thead]:`, `fixed ${UNSEEN}`),
  'home-ahead': [
    `${COLUMN} gap-2 ${THREE_COLUMNS}[&_td]:ps-1`,
    on(`${THREE_COLUMNS}[&_:is(thead,.series-mark>span)]:`, `fixed ${UNSEEN}`),
    on(`${THREE_COLUMNS}[&_.cell-main]:`, 'min-w-0 pe-1'),
    on(`${THREE_COLUMNS}[&_.totals]:`, 'flex gap-y-1 pb-2'),
    on(`${THREE_COLUMNS}[&_.totals>div]:`, 'flex basis-full justify-between'),
    `${THREE_COLUMNS}[&_.totals_.amount]:text-base ${THREE_COLUMNS}[&_.totals_.small]:hidden`,
  ],
};
