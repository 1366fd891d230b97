export const PARTS = {
  bar: 'block w-full h-2.5 overflow-visible rtl:[transform:scaleX(-1)] [&+.bar]:mt-1',
  'bar-track': 'fill-sunken forced-colors:[fill:Canvas] forced-colors:[stroke:CanvasText]',
  'bar-accent': 'fill-accent',
  'bar-expense': 'fill-expense',
  'bar-fill': 'forced-colors:[fill:CanvasText]',
};

export const MODIFIERS = {
  // A line marks the end of the bar, because any colour can be too close to that of the track.
  'bar-colored': '[stroke:var(--control)]',
};
