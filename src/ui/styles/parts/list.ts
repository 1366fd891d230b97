import { COLUMN, columns, LINE, on, SUMMARY } from './shorthands.ts';

const PLAIN_PHONE = '[@media(scripting:none)_and_(width<48rem)_and_(height>=30rem)]:';
const SEARCHED = ':has(.error,.input:not(:placeholder-shown))';
const TEXT_OF_ROW = '.category>span>:first-child:not(:has(:focus-visible))';

export const PARTS = {
  'list-page': 'gap-3 lg:-mt-4 max-md:gap-1.5 max-md:-mt-4.5 max-md:[&_.button-quiet]:min-h-9',
  'list-card': [
    'gap-2 lg:pt-4 [&_caption]:pb-0 [&_caption]:text-sm lg:[&_thead_th]:py-1',
    'max-md:gap-0.5 max-md:px-2 max-md:py-1',
    on('max-md:[&_caption]:', 'absolute [clip-path:inset(50%)]'),
  ],
  // Read aloud everywhere; fixed, so that it never widens the page. A link in it is visible while it has the focus.
  'unseen-on-phones': on('max-md:[&:not(:focus-within)]:', 'fixed [clip-path:inset(50%)]'),
  'net-note': 'max-w-none text-sm text-muted order-1',
  'select-page': 'inline-grid place-items-center size-9 -m-2 text-muted',
  'row-link': 'md:py-1 md:-my-1 text-text font-600 hover:text-accent',
  'series-link': 'min-w-6 min-h-[var(--low)]',
  'series-mark': 'inline-flex items-center gap-1 text-muted text-sm align-middle',
  'data-table': [
    'w-full border-collapse',
    on('[&>caption]:', 'pb-3 text-muted text-start'),
    on('[&_:is(th,td)]:', 'px-3 py-[var(--gap)] border-be text-start align-middle'),
    on('[&_thead_th]:', 'py-2 text-muted text-sm font-600'),
    '[&_:is(th,td):first-child]:ps-0 [&_:is(th,td):last-child]:pe-0',
    '[&_tbody_tr:last-child>*]:border-be-0 [&_tbody_th]:[font-weight:inherit]',
    // The sign says it.
    '[&_.amount]:before:hidden',
    '[@media(hover:hover)]:[&_tbody_tr:hover]:bg-bg [&_tr:has(.cell-select_:checked)]:bg-accent-soft',
    '[&_.category-icon]:size-[var(--icon)] max-md:[&_tr:has(>.cell-menu)]:min-h-11',
  ],
  versions: [
    'w-full border-collapse rounded bg-surface wrap-anywhere',
    on('[&_:is(th,td)]:', 'px-3 py-2 border text-start align-top'),
    on('[&_td]:', 'w-[38%] whitespace-pre-line'),
    on('max-[29.99rem]:[&_tr]:', 'grid grid-cols-[1fr_1fr] border-be'),
    'max-[29.99rem]:[&_thead_th:first-child]:hidden',
    on('max-[29.99rem]:[&_:is(th,td)]:', 'w-auto min-w-0 px-2 border-0'),
    on('max-[29.99rem]:[&_tbody_th]:', 'col-span-full pb-0 text-muted'),
  ],
  'sort-link': ['inline-flex items-center gap-1 min-h-7 text-inherit', '[[aria-sort]>&]:text-text'],
  'search-bar': 'flex flex-wrap gap-2 max-w-[40rem] [&>.button]:shrink-0 [&>.button]:max-sm:px-3',
  'quick-entry': `${COLUMN} gap-1 [&>.search-bar]:max-w-none [&_.input]:flex-1 [&_.input]:min-w-[min(100%,8rem)]`,
  // On a phone they are there once something is typed: before, the rows below are higher up.
  'entry-notes': 'flex flex-wrap gap-x-3 max-md:[:has(:placeholder-shown)>&]:hidden',
  'search-field': [
    'relative flex-1 min-w-[min(100%,8rem)]',
    on('[&>.icon]:', 'absolute top-3 start-3.5 text-muted pointer-events-none'),
    // The text may have the other direction than the page, and must not run under the icon.
    '[&>.input]:text-ellipsis [&>.input]:[padding-inline:2.75rem_0.5rem]',
    '[&:dir(rtl)>.input:dir(ltr)]:[padding-inline:0.5rem_2.75rem]',
    '[&:dir(ltr)>.input:dir(rtl)]:[padding-inline:0.5rem_2.75rem]',
  ],
  // On a phone the empty field is a magnifier, which spreads over its line while it has the focus: what is below stays
  // where it is. With words it has a line of its own.
  'filter-search': [
    on(`max-md:[&${SEARCHED}]:`, 'basis-full order-1'),
    on(`max-md:[&:not(${SEARCHED},:focus-within)]:`, 'size-11 overflow-hidden'),
    on(`max-md:[&:not(${SEARCHED},:focus-within)_.input]:`, 'ps-10.5 pe-0'),
    on(`max-md:[&:not(${SEARCHED}):focus-within]:`, 'absolute [inset:0_0_auto] z-1 bg-bg'),
  ],
  filters: `${COLUMN} gap-3`,
  'filter-choices': [
    `${COLUMN} gap-1 max-h-68 px-3.5 py-2 border rounded overflow-y-auto overscroll-contain`,
  ],
  'filter-panel': [
    `[&>summary]:w-fit ${SUMMARY}`,
    on('[&[open]>summary]:', 'border-accent bg-accent-soft text-accent-strong'),
    '[&[open]>summary>.icon:last-child]:[transform:scaleY(-1)]',
  ],
  'filter-pair': 'contents',
  'filter-group': `${columns('11rem')} gap-x-4`,
  chips: `${LINE} gap-2`,
  chip: [
    'inline-flex items-center gap-2 min-h-9 px-3.5 border border-transparent rounded-pill bg-accent-soft text-accent-strong text-sm font-600 no-underline wrap-anywhere',
    'hover:border-current contrast:border-current forced-colors:[border-color:LinkText]',
    '[&>.icon]:text-0.75rem',
  ],
  'selection-links': [
    'flex flex-wrap gap-x-5 gap-y-1 max-w-none text-0.9375rem',
    on('[&>a]:', 'inline-flex items-center min-h-9'),
    'print:hidden',
  ],
  'selection-bar': [
    `${LINE} justify-between gap-x-4 gap-y-2 px-4 py-4 border border-accent rounded bg-surface`,
    '[&>.button-row]:gap-2',
    on('[&>a]:', 'inline-flex items-center min-h-8'),
    // On a phone there are three lines above the bar: the selection, what else can be selected, and the actions.
    on(
      '[@media(width<48rem)_and_(height>=30rem)]:',
      'fixed [inset-inline:0] bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-5 py-1 [border-inline-width:0] rounded-none shadow-float',
    ),
    on('max-md:', 'gap-x-2 gap-y-0.5 text-sm'),
    'max-md:[&>.selection-count]:flex-[1_1_min(100%,10rem)]',
    on('max-md:[&>:is(.button-row,.selection-links)]:', 'basis-full text-sm'),
    'max-md:[&>.button-row]:gap-x-1.5 max-md:[&>.selection-links]:gap-x-3',
    'max-md:[&_.button-row>*]:flex-auto',
  ],
  'selection-count': 'font-600',
  'cell-button': 'absolute inset-0 border-0 rounded-sm bg-transparent outline-offset--2',
  'selection-jump': 'absolute z-20',
  // Hidden it keeps its space: otherwise a page that is scrolled to its end would move under a press.
  'cell-keys': [
    'md:sticky md:bottom-3 z-5 [visibility:hidden] w-fit mx-auto px-3 border rounded-pill bg-sunken text-sm',
    '[:has(tbody_:focus-visible)>&]:[visibility:inherit]',
  ],
  swiping: 'overflow-x-clip',
  progress: 'w-full h-3 accent-accent',
};

export const MODIFIERS = {
  rows: on('[@media_screen_and_(width>=48rem)]:', '-mx-2 px-2'),
  ledger: [
    '[&_.category-icon]:size-[var(--mark)]',
    on('[&_:is(.cell-select_label,.series-link,.row-menu)]:', 'relative z-1'),
    // The Undo beside a changed value, or below the row after a deleted one, is above the link that covers the row.
    '[&_input[form]:focus]:relative [&_input[form]:focus]:z-1',
    on('[&_.cell-main_input[form]:focus]:', 'absolute top-full z-20 max-w-full truncate'),
    // An Undo in the cell stays above the button over it.
    '[&_:is(th,td):has(>.cell-button)]:relative [&_.cell-button~input]:relative',
    '[&_.row-menu[open]]:z-20',
    // Two lines, so that a row is no higher than a finger needs, cut off at the end of the text in its own direction;
    // larger text, the focused row and a question about a row show all words.
    on(
      `[@media(20rem<=width<48rem)]:[&:not(.form-page_*)_${TEXT_OF_ROW}]:`,
      '[display:-webkit-box] overflow-hidden [-webkit-box-orient:vertical] [-webkit-line-clamp:2] [text-align:-webkit-match-parent]',
    ),
    `max-md:[&_${TEXT_OF_ROW}:has(bdi:dir(ltr))]:[direction:ltr]`,
    `max-md:[&_${TEXT_OF_ROW}:has(bdi:dir(rtl))]:[direction:rtl]`,
    'max-md:[&&_.cell-select>label]:m-0',
    // On a phone it begins the next line.
    on('max-md:[&_.series-mark]:', 'order-3 -my-2'),
    // A description of two lines fits into a row of 60 pixels.
    'max-md:[&_tbody_tr:not(.day)]:content-evenly max-md:[&_tbody_tr:not(.day)_*]:leading-1.15',
    'max-md:[&_tbody_tr:not(.day)_:is(.small,.cell-below,.cell-below_*)]:leading-1.3',
  ],
  later: [
    on('[&>summary]:', 'flex items-center gap-1.5 min-h-9 list-none max-md:min-h-7 lg:min-h-7'),
    on('max-md:[&>summary]:', 'text-0.8125rem font-500'),
    on('[&_bdi]:', 'inline-block max-w-full'),
    '[&>summary::-webkit-details-marker]:hidden [&[open]_.icon]:[transform:scaleY(-1)] [&_.icon]:print:hidden',
  ],
  'list-totals': [
    'gap-x-6 gap-y-0 pb-0 border-be-0 lg:flex max-md:gap-x-3',
    on('[&>div]:', 'flex flex-none flex-wrap items-baseline gap-x-1.5'),
    on('[&_dd:not(.small)]:', 'text-base max-md:text-[min(0.875rem,8vw)]'),
  ],
  'filter-fields': 'gap-5 mt-3',
  // In view while the fields scroll, above the bar of a phone.
  'filter-foot': on('[@media(height>=30rem)]:', 'sticky bottom-[var(--bar)] py-2 bg-surface'),
  'filter-amounts': `${on('max-sm:[&:not(:has([aria-invalid]))]:', 'grid grid-cols-[1fr_1fr] gap-3')}`,
  'cell-editor': [
    'top-1 [&:not(.numeric>*,.cell-menu>*)]:start-0 [&:not(.numeric>*,.cell-menu>*)]:end-auto',
    on('max-md:', 'min-w-0 max-w-[50vw]'),
  ],
  swipe: 'fixed z-6 p-2 overflow-hidden pointer-events-none',
  'sort-up': '[&>.icon]:[transform:scaleY(-1)]',
  // Right-aligned in Hebrew too: digits run from left to right, so that units are below units and tens below tens.
  numeric: 'text-right tabular-nums whitespace-nowrap max-md:[&[data-label]]:text-start',
  'cell-main': 'min-w-40 wrap-anywhere [&_.category]:flex',
  'cell-below': 'md:min-w-33 wrap-anywhere',
  'cell-select': [
    'md:w-[1%]',
    on('[&>label]:', 'grid place-items-center w-11 min-h-[var(--press)] -m-2 cursor-pointer'),
  ],
  // Where no script opens it upward, it is above the bar of a phone, and its button reaches over all else.
  'row-menu': [
    'inline-block text-start print:hidden [&>summary]:min-h-[var(--press)]',
    on(`${PLAIN_PHONE}[&[open]>summary]:before:`, "[content:''] fixed inset-0"),
  ],
  'row-panel': [
    'min-w-48 mt-1',
    on(PLAIN_PHONE, 'fixed top-auto bottom-[calc(var(--bar)+0.5rem)] end-3'),
    on(
      '[&_:is(a,button)]:',
      'flex items-center justify-start w-full min-h-11 px-3.5 py-1.5 border-0 rounded bg-transparent text-text text-base font-600 no-underline text-start cursor-pointer',
    ),
    on('[&_:is(a,button):hover]:', 'bg-sunken'),
  ],
  'menu-up': 'top-auto bottom-[calc(100%+0.5rem)] [--rise:1rem]',
  'cell-menu': 'md:w-[1%] [[role=row]>&]:py-0',
  'cell-actions': 'whitespace-nowrap text-end',
};
