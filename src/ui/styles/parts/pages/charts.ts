import { COLUMN, MARKED, on, SUMMARY } from '../shorthands.ts';

const PHONE = '[@media_screen_and_(width<48rem)]:';
const SHORT = '[@media_screen]:[@container_(width<40rem)]:';
const NARROW_CHART = '[@container_(width<30rem)]:';
const WIDE_TABLE = '[@container_(width<44rem)]:';
const LARGEST_TEXT = '[@container_(width<18rem)]:';

/** The library's colours are custom properties, so that drawings stay visible with forced colours. */
const FORCED = on(
  'forced-colors:',
  '[--surface:Canvas] [--sunken:Canvas] [--income:Highlight] [--expense:CanvasText] [--accent:LinkText] [--text:LinkText] [--muted:CanvasText] [--line:GrayText] [--accent-soft:Canvas] [--control:Highlight]',
);

/** The widths of `AXES`, where the values of the axis are. */
const frame = (axis: string) => `ps-[${axis}]`;

const NARROW = '[@container_(width<30rem)]:';
const WIDE = '[@container_(width>=30rem)]:';

export const LIVE_CHART_PARTS = {
  'bar-table': `w-full border-collapse ${on('[&>caption]:', 'pb-4 text-muted text-start')} ${on('[&_:is(th,td)]:', 'px-2 py-1.5 font-400 text-start')} ${on('[&_thead_th]:', 'text-muted text-sm font-600')} [&_:is(th,td):first-child]:ps-0 [&_:is(th,td):last-child]:pe-0 ${on('[&_tbody_th]:', '[overflow-wrap:anywhere] min-w-24')} ${on(`${WIDE}[&_tbody_th]:`, 'min-w-36')}`,
  'bar-cell': 'w-[55%]',
  'bar-name': 'whitespace-normal! wrap-anywhere min-w-24',
  // Depends on the width of the chart, not of the screen: wide screens have narrow cards too. If it is too narrow for
  // bars beside the values, the bars take a line of their own.
  chart: [
    '@container',
    on(`${NARROW}[&_:is(table,caption,thead,tbody)]:`, 'block'),
    on(`${NARROW}[&_tr]:`, 'flex flex-wrap gap-x-3 py-1.5'),
    on(`${NARROW}[&_:is(th,td)]:`, 'flex-none [padding:.125rem_0]'),
    on(`${NARROW}[&_:is(th,td):first-child]:`, 'flex-[1_1_4rem]'),
    on(`${NARROW}[&_.bar-cell]:`, 'flex-[1_0_100%] order-1'),
    on(`${NARROW}[&_thead_.bar-cell]:`, 'hidden'),
    on(`${NARROW}[&_.numeric]:`, 'flex-initial min-w-[min(100%,5.25rem)] text-end whitespace-normal'),
  ],
  // Where a drawing is wide, its readout is above it: below, it would be under the first screen.
  'island-chart': `${COLUMN} gap-1 [break-inside:avoid] lg:[&:has(.plot)>.chart-live]:order-1 [.home_&&>.chart-live]:order-none`,
  'chart-live': 'rounded [touch-action:pan-y] [&[role]]:cursor-crosshair',
  plot: `@container pt-5 pb-7 pe-2 print:pt-3 print:pb-5 ${FORCED}`,
  'plot-axis-1': frame('2rem'),
  'plot-axis-2': frame('2.75rem'),
  'plot-axis-3': frame('3.5rem'),
  'plot-axis-4': frame('4.25rem'),
  'plot-axis-5': frame('5.25rem'),
  'plot-frame': 'relative h-48',
  'plot-short': '[&>.plot-frame]:h-28',
  'plot-normal': '[&>.plot-frame]:h-48 max-md:[&>.plot-frame]:h-36',
  'plot-tall': '[&>.plot-frame]:h-60 max-md:[&>.plot-frame]:h-44',
  'plot-area': `block overflow-visible ${on('[&_text]:', 'text-0.75rem fill-muted')}`,
  'plot-over': 'absolute inset-0 pointer-events-none',
  'plot-live': `absolute inset-0 overflow-hidden print:hidden ${on('[&_rect.chart-mark]:', 'fill-accent [fill-opacity:0.12]')} ${on('[&_rect.chart-band]:', 'stroke-text [stroke-width:2]')} ${on('[&_circle.chart-mark]:', 'stroke-surface [stroke-width:2]')}`,
  'chart-drawn': '[@media_screen]:[&_.plot-data]:hidden',
  'plot-grid': 'stroke-line',
  'plot-zero': 'stroke-control',
  'plot-tick': '[text-anchor:end]',
  // The widths of `ROOMS`.
  'plot-from-1': '[@container_(width<11rem)]:hidden',
  'plot-from-2': '[@container_(width<20rem)]:hidden',
  'plot-from-3': '[@container_(width<34rem)]:hidden',
  'plot-from-4': '[@container_(width<52rem)]:hidden',
  // A line of the surface between bars tells neighbours apart.
  'plot-bar': 'stroke-surface',
  'plot-texture': 'fill-surface [fill-opacity:0.8]',
  'plot-under': 'fill-accent-soft',
  'plot-line': 'fill-none [stroke-width:2.5] [stroke-linejoin:round] [stroke-linecap:round]',
  // Over columns a line has an edge of the surface, because no colour is visible over all of theirs.
  'plot-casing': 'fill-none stroke-surface [stroke-width:6] [stroke-linejoin:round] [stroke-linecap:round]',
  'plot-dashed': '[stroke-dasharray:5_4]',
  // In less room it would be written across the line.
  'plot-end':
    '[@container_(width<11rem)]:hidden [.plot-over_&]:fill-text font-600 tabular-nums [paint-order:stroke] stroke-surface [stroke-width:4] [stroke-linejoin:round]',
  'chart-keys': 'flex flex-wrap items-center gap-x-4 max-md:gap-x-3 max-w-none text-sm',
  'chart-key': `inline-flex items-center gap-2 min-h-8 max-md:min-h-7 p-0 border-0 bg-transparent text-text ${FORCED} [&[aria-pressed]]:cursor-pointer ${on('[&[aria-pressed=false]]:', 'text-muted line-through [&_svg]:invisible')}`,
  'key-mark': `flex-none w-3.5 h-3.5 ${on('[&>line]:', '[stroke-width:3]')} ${FORCED}`,
  // On phones each series has a line, so that no length of a figure moves what is below, and what leads to the
  // transactions is at the end of the first.
  'chart-values': [
    'flex flex-wrap items-baseline content-start gap-x-4 gap-y-1 min-h-12 sm:min-h-7 max-w-none text-sm tabular-nums wrap-anywhere print:hidden',
    '[&>a]:inline-flex [&>a]:items-center [&>a]:min-h-6 max-sm:[&>strong]:flex-auto max-sm:[&>span]:order-1 max-sm:[&>span]:basis-full',
  ],
  'chart-values-longer': 'max-md:[&&]:min-h-19 max-md:-mb-2',
  dot: 'inline-block flex-none w-2.5 h-2.5 me-2 overflow-visible forced-colors:[stroke:CanvasText]',
  donut: `flex flex-wrap items-center justify-center gap-x-6 gap-y-3 ${FORCED}`,
  'donut-ring': 'flex-none max-w-full',
  'donut-drawing': 'block w-48 max-sm:w-44 max-w-full aspect-square overflow-visible print:w-20 print:h-20',
  'donut-small': on('[&_.donut-drawing]:', 'w-36'),
  'donut-part': `stroke-surface [stroke-width:1] [transform-origin:center] [&[data-marked]]:[transform:scale(1.05)] ${on('forced-colors:[&[data-marked]]:', '[stroke:Highlight]')}`,
  'donut-rest': 'fill-muted stroke-surface [&[data-marked]]:fill-text',
  'donut-total': 'font-600 tabular-nums pointer-events-none fill-text [text-anchor:middle]',
  'donut-names': `flex-[1_1_10rem] m-0 p-0 list-none text-sm ${on('[&>li]:', 'flex items-center gap-2 min-h-7 px-1 rounded-s')} [&>li[data-marked]]:bg-accent-soft`,
};

export const ANALYTICS_PARTS = {
  // The period between those beside it; below, in one line, periods to choose, and what opens the form for other dates.
  'analytics-head': `${COLUMN} gap-3 max-md:gap-2 max-md:-mt-3`,
  // With doubled text on a phone there is no room beside the other.
  // On a phone what opens the forms is beside the name, each an icon.
  'period-bar': [
    'flex flex-wrap gap-2 items-center [&>.chips]:contents',
    on('md:[&_summary>.icon:first-child]:', 'hidden'),
    on('max-md:[&_summary>.icon:last-child]:', 'hidden'),
    on('max-md:[&_summary]:', 'size-10 p-0'),
    on('max-md:[&_summary>span]:', 'absolute [clip-path:inset(50%)]'),
    on('max-md:[&>.chips>.chip]:', 'order-1'),
  ],
  'period-now':
    'basis-full max-md:flex-[1_1_0] max-md:[&>strong]:text-[0.9375rem] flex items-center gap-1 min-h-11 -my-1 [&:has(a)]:-ms-2 [&>strong]:text-lg [&>strong]:min-w-0 [&>strong]:wrap-anywhere',
  // On a phone they fill two lines, so that no word is cut, and on a tablet one.
  'period-chips': [
    'flex flex-wrap gap-1.5 basis-full max-lg:gap-1 max-md:[.period-bar>&]:order-1',
    on(
      '[&>.chip]:',
      'border-line bg-surface text-text max-lg:flex-auto max-lg:justify-center max-lg:px-1 max-lg:text-0.75rem max-lg:font-500',
    ),
    on('[&>.chip[aria-current]]:', 'border-accent bg-accent-soft text-accent-strong'),
    on('forced-colors:[&>.chip[aria-current]]:', MARKED),
  ],
  // The place of an arrow, so that the name stays where it is from one period to the next.
  'period-none': 'size-11 max-sm:hidden print:hidden [.period-now:not(:has(a))>&]:hidden',
  'period-custom': `contents [&::details-content]:basis-full [&::details-content]:order-last ${SUMMARY}`,
  'period-notes': 'basis-full max-md:order-1',
  'account-filter': `contents [&::details-content]:basis-full [&::details-content]:order-last ${SUMMARY}`,
  // Beside the heading of a chart.
  'step-links': 'flex gap-1 ms-auto text-sm print:hidden [&>a]:px-2 [&>a]:min-h-9',
  // A whole that goes to its parts; with very large text the table alone says it.
  flow: '[&>svg]:[@container_(width<15rem)]:hidden',
  'flow-drawing': `block text-0.8125rem ${on('[&_text]:', 'fill-text tabular-nums')} ${FORCED}`,
  'flow-ribbon': '[fill-opacity:0.35] forced-colors:[fill:GrayText]',
  'flow-source': 'fill-muted',
  'flow-amount': '[&&]:fill-muted',
  'day-field': 'w-auto flex-[1_1_9rem] min-w-0 max-w-60',
  'day-moves': 'flex flex-wrap -mx-2 text-sm print:hidden [&>a]:px-2 [&>a]:min-h-9',
  'period-form': '[&&]:grid gap-4 grid-cols-1 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.4fr_auto] items-end',
  // The table comes after the fold, not inside it, so that text browsers and paper always show it.
  fold: ['[&[open]]:mb-2 print:hidden', '[@media_screen]:[&:not([open])+*]:hidden'],
  // The first rows of a long table are visible before it is unfolded.
  ranked: [
    on('[&&>.fold]:', 'mt-3 mb-0'),
    '[@media_screen]:[&:has(>.fold:not([open]))_tbody_tr:nth-child(n+7)]:hidden',
    `${PHONE}[&:has(>.fold:not([open]))_tbody_tr:nth-child(n+4)]:hidden`,
  ],
  // On phones the rest of a card follows its fold.
  'fold-on-phones': [
    `md:hidden print:hidden ${PHONE}[&:not([open])+div]:hidden`,
    `${PHONE}[&[open]]:mb-4 ${PHONE}[.card>p:has(+&)]:mb-0`,
  ],
  'fold-more': 'print:hidden [@media_screen]:[&:not([open])+div]:hidden [&[open]]:mb-4',
  // Cards are side by side if their tables fit, whatever the size of the text.
  'chart-pair': [
    'grid gap-6 max-md:gap-4 grid-cols-[repeat(auto-fit,minmax(min(100%,28rem),1fr))] items-start print:grid-cols-2',
    on('print:[&_.card]:', '[break-inside:avoid]'),
  ],
  // In half of the width, too.
  'day-table': `${on('md:[&&_:is(th,td)]:', 'px-1 min-w-0')} md:[&_td]:text-sm`,
  // Cards of different heights in two columns, of which neither has a hole.
  'chart-columns': [
    'columns-[28rem_2] gap-6 print:columns-2',
    on('[&_.card]:', 'mb-6 max-md:mb-4 [break-inside:avoid]'),
  ],
  // Beside a table that is as long, the other card would leave a hole; on wide screens the drawing is beside its table.
  'chart-wide': [
    'grid gap-6 max-md:gap-4 grid-cols-1 print:grid-cols-2 print:items-start',
    on('lg:[&_.ranked]:', 'grid grid-cols-2 gap-x-8 items-start'),
    'lg:[&_.ranked>.fold]:col-start-2 lg:[&_.ranked_.donut-drawing]:w-72',
    on('print:[&_.card]:', '[break-inside:avoid]'),
  ],
  // In a narrow card the first value is beside the name, and the others are beside the bar below.
  'bar-table-short': [
    `${SHORT}block ${SHORT}[&_:is(caption,thead,tbody)]:block`,
    on(`${SHORT}[&_thead]:`, 'absolute [clip-path:inset(50%)]'),
    on(`${SHORT}[&_tr]:`, 'flex flex-wrap items-center gap-x-3 py-1.5'),
    `${on(`${SHORT}[&_:is(th,td)]:`, 'flex-initial px-0 py-0.5')} ${SHORT}[&&_th]:flex-[1_1_50%]`,
    on(`${SHORT}[&_.bar-cell]:`, 'flex-[0_0_36%] order-1'),
    `${SHORT}[&_.bar-cell:has(+td+td:last-child)]:flex-[0_0_55%]`,
    `${SHORT}[&_.numeric]:text-end`,
    on(`${SHORT}[&_.numeric:nth-child(n+4)]:`, 'order-2 min-w-0 text-muted text-sm'),
    `${SHORT}[&_.numeric:nth-child(4)]:flex-[1_0_auto] ${SHORT}[&_.numeric:nth-child(4):not(:last-child)]:text-start ${on(`${SHORT}[&_.numeric:nth-child(5)]:`, 'flex-auto whitespace-normal')}`,
    // On paper a row stays on one line, however narrow its card is.
    'print:[display:table] print:[&_thead]:[display:table-header-group]',
    'print:[&_tbody]:[display:table-row-group] print:[&_tr]:[display:table-row]',
    on('print:[&&_:is(th,td)]:', '[display:table-cell] min-w-0 px-1 py-0.5'),
    'print:[&_.bar-cell]:w-12 print:[&&_.numeric]:whitespace-nowrap',
    // A count needs its unit, a percentage does not.
    `${SHORT}[&_.numeric[data-label]]:after:[content:'_'_attr(data-label)]`,
  ],
  // Large text on a wide screen: amounts break rather than widen the page. In a narrow card with more than two values,
  // each has a line with its name, below the bar.
  'bar-table-many': [
    `${on(`${WIDE_TABLE}[&_.numeric]:`, 'wrap-anywhere whitespace-normal')} ${WIDE_TABLE}[&_.bar-cell]:w-[20%]`,
    on(`${NARROW_CHART}[&_thead]:`, 'absolute [clip-path:inset(50%)]'),
    `${NARROW_CHART}[&&_:is(th:first-child,.numeric)]:flex-[1_0_100%]`,
    on(`${NARROW_CHART}[&_.numeric]:`, 'flex justify-between order-2'),
    on(`${NARROW_CHART}[&_.numeric]:before:`, '[content:attr(data-label)] text-muted'),
  ],
  // Very large text: each value has its own line.
  'chart-plain': [
    `${LARGEST_TEXT}[&_:is(table,caption,thead,tbody)]:block`,
    on(`${LARGEST_TEXT}[&_tr]:`, 'flex flex-wrap justify-between gap-x-3 py-1'),
    on(`${LARGEST_TEXT}[&_.bar-table_:is(th,td)]:`, 'p-0 min-w-0'),
  ],
  'health-parts': [
    'grid gap-x-8 gap-y-4 max-md:gap-y-2 mb-2 p-0 list-none grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))]',
    on('print:[&>li]:', '[break-inside:avoid]'),
  ],
  // On phones a row of the score takes two lines: its points, and its rule.
  'health-table': [
    on(`${PHONE}[&_tbody_tr]:`, 'grid grid-cols-[1fr_auto]'),
    `${PHONE}[&_.cell-below]:text-start ${PHONE}[&_.muted]:col-span-full`,
    on('print:', 'text-0.875rem leading-1.3 [&_:is(th,td)]:py-0.5 [&_.small]:leading-1.25'),
    'print:[&_.cell-below>span]:whitespace-nowrap',
  ],
};
