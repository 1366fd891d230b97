import { on } from './shorthands.ts';

const NARROW = '[@container_(width<30rem)]:';
const WIDE = '[@container_(width>=30rem)]:';

export const PARTS = {
  'bar-table': `w-full border-collapse ${on('[&>caption]:', 'pb-4 text-muted text-start')} ${on('[&_:is(th,td)]:', 'px-2 py-1.5 font-400 text-start')} ${on('[&_thead_th]:', 'text-muted text-sm font-600')} [&_:is(th,td):first-child]:ps-0 [&_:is(th,td):last-child]:pe-0 ${on('[&_tbody_th]:', '[overflow-wrap:anywhere] min-w-24')} ${on(`${WIDE}[&_tbody_th]:`, 'min-w-36')}`,
  'bar-cell': 'w-[55%]',
  'bar-name': 'whitespace-normal! wrap-anywhere min-w-24',
  bar: 'block w-full h-2.5 overflow-visible rtl:[transform:scaleX(-1)] [&+.bar]:mt-1',
  'bar-track': 'fill-sunken forced-colors:[fill:Canvas] forced-colors:[stroke:CanvasText]',
  'bar-accent': 'fill-accent',
  'bar-expense': 'fill-expense',
  'bar-fill': 'forced-colors:[fill:CanvasText]',
};

export const MODIFIERS = {
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
  // A line marks the end of the bar, because any colour can be too close to that of the track.
  'bar-colored': '[stroke:var(--control)]',
};
