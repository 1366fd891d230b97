import { on } from './shorthands.ts';

/** Charts. */
export const CHART_PARTS = {
  chart: '@container',
  'bar-table': `w-full border-collapse ${on('[&>caption]:', 'pb-4 text-muted text-start')} ${on('[&_:is(th,td)]:', 'px-2 py-1.5 font-400 text-start')} ${on('[&_thead_th]:', 'text-muted text-sm font-600')} [&_:is(th,td):first-child]:ps-0 [&_:is(th,td):last-child]:pe-0`,
  'bar-cell': 'w-[55%]',
  bar: 'block w-full h-2.5 overflow-visible rtl:[transform:scaleX(-1)] [&+.bar]:mt-1',
  'bar-track': 'fill-sunken forced-colors:[fill:Canvas] forced-colors:[stroke:CanvasText]',
  'bar-fill': 'forced-colors:[fill:CanvasText]',
  'line-chart': 'flex flex-col gap-1 mb-4',
  'line-area': 'block w-full h-32 overflow-visible rtl:[transform:scaleX(-1)]',
  'line-zero': '[stroke:var(--control)] [stroke-dasharray:4]',
  'line-stroke': 'fill-none [stroke:var(--accent)] [stroke-width:2] forced-colors:[stroke:CanvasText]',
};

export const CHART_MODIFIERS = {
  // Any colour can be too close to that of the track: a line around it shows where it ends.
  'bar-own': '[stroke:var(--control)]',
  'bar-accent': 'fill-accent forced-colors:[fill:CanvasText]',
  'bar-income': 'fill-income forced-colors:[fill:Highlight]',
  'bar-expense': 'fill-expense forced-colors:[fill:CanvasText]',
};
