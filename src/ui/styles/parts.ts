/** Utilities for the children of a part: `on('[&>a]:', 'flex gap-2')`. */
const on = (prefix: string, utilities: string) =>
  utilities
    .split(' ')
    .map((utility) => prefix + utility)
    .join(' ');

const COLUMN = 'flex flex-col';
const LINE = 'flex flex-wrap items-center';
const SPREAD = 'flex flex-wrap justify-between';
const CARD = `${COLUMN} border rounded-lg bg-surface shadow-lift`;
const CIRCLE = 'grid place-items-center size-16 border border-transparent rounded-full';
const DRAWN =
  'flex-none fill-none stroke-current [stroke-width:2] [stroke-linecap:round] [stroke-linejoin:round]';
const FIELD = `${COLUMN} items-stretch gap-1.5`;
const FAULTY = 'ps-3.5 border-s-4 border-expense';
const CHOSEN = 'border-accent ring-accent bg-accent-soft';
/** An invisible radio button that covers its label, where it can be pressed and found. */
const RADIO_OPTION = `relative flex items-center gap-2 min-h-11 py-1.5 border rounded bg-surface text-0.9375rem cursor-pointer [&:hover:not(:has(:checked))]:border-control ${on('chosen:', `${CHOSEN} text-accent-strong font-600`)} ${on('[&>input]:', 'absolute inset-0 size-full opacity-0 cursor-pointer')}`;
const CHIP = 'inline-flex items-center gap-2 min-h-9 px-3.5 rounded-pill text-sm font-600 wrap-anywhere';
const CURRENT_TAB = ':is([aria-current],.tab-current)';
const MARKED = '[outline:2px_solid_Highlight] [outline-offset:-2px]';
const SQUARE = 'min-w-11 min-h-11';
const columns = (width: string) => `grid grid-cols-[repeat(auto-fit,minmax(min(100%,${width}),1fr))]`;
const tone = (name: string) => `[--tone:var(--${name})] [--tone-soft:var(--${name}-soft)]`;
const NOTICE = `${tone('accent')} flex gap-3 border border-tone rounded bg-tone-soft font-600`;

/** Layout and text alone: parts override it. */
export const BASICS = {
  muted: 'text-muted',
  small: 'text-sm',
  lead: 'text-lg text-muted',
  stack: `${COLUMN} gap-6`,
  row: `${LINE} gap-3`,
  page: 'w-full max-w-[72rem] mx-auto px-[var(--gutter)] print:max-w-none print:px-0',
};

/** The parts of pages and islands. docs/styles.md describes how they are combined. */
export const PARTS = {
  icon: `${DRAWN} size-[1.25em]`,
  'page-head': `${LINE} justify-between gap-x-6 gap-y-3 max-sm:gap-x-3 [&>.button-quiet]:max-sm:px-2`,

  button: [
    'inline-flex items-center justify-center gap-2 min-h-11 px-4.5 py-2 border border-control rounded',
    'bg-surface text-text font-600 leading-1.25 text-center no-underline cursor-pointer',
    '[transition:background-color_.12s]',
    'hover:bg-sunken hover:text-text off:opacity-60 off:cursor-not-allowed busy:cursor-progress',
    // With the largest text on a narrow screen, an icon stands above its words rather than break them.
    on('max-[15rem]:', 'flex-wrap gap-1 px-1'),
  ],
  'button-row': `${LINE} gap-3 print:hidden`,

  form: `${COLUMN} gap-5 max-w-[40rem]`,
  'form-grid': `${columns('13rem')} gap-5 items-start`,
  'form-page': `${CARD} gap-6 w-full max-w-[44rem] mx-auto p-[min(4.4vw,2rem)]`,
  field: `${FIELD} ${on('has-faulty:', FAULTY)}`,
  fieldset: `${FIELD} ${on('faulty:', FAULTY)}`,
  segmented: `${FIELD} ${on('faulty:', FAULTY)}`,
  label: 'font-600',
  legend: 'p-0 mb-1.5 font-600',
  optional: 'text-muted font-400',
  hint: 'text-muted text-sm',
  error: [
    'flex gap-1.5 text-expense text-0.9375rem font-600',
    'empty:hidden',
    on(
      'before:',
      "[content:'!'_/_''] flex-none size-[1.25em] mt-[0.1em] rounded-full bg-expense text-on-accent text-0.875em leading-1.25 text-center",
    ),
  ],
  'character-count': 'text-muted text-sm',
  input: [
    'w-full min-h-11 px-3 py-2 border border-control rounded bg-surface text-text text-start',
    'faulty:border-expense faulty:ring-expense placeholder:text-muted placeholder:opacity-100',
    '[&:is(textarea)]:min-h-24 [&:is(textarea)]:resize-y',
    on(
      'file:',
      'me-3 px-3 py-1 border border-control rounded-sm bg-sunken text-text cursor-pointer [font:inherit]',
    ),
  ],
  'input-group': 'flex',
  affix: [
    'grid place-items-center min-w-11 px-3 border border-control border-e-0 rounded-s bg-sunken',
    'text-muted font-600',
  ],
  segments: `${columns('8.5rem')} gap-2`,
  segment: [
    `${tone('accent')} flex items-center gap-2 min-w-0 min-h-11 px-2 py-2 border border-control`,
    'rounded bg-surface font-600 wrap-anywhere cursor-pointer',
    on('chosen:', 'border-tone ring-tone bg-tone-soft text-tone'),
    '[&>input]:accent-tone',
    'forced-colors:chosen:[outline:2px_solid_Highlight]',
  ],
  choice: ['flex items-start gap-2.5 min-h-11 py-2.5 cursor-pointer', '[&>input]:mt-0.5'],
  presets: 'flex flex-wrap gap-2',
  preset: [
    'min-h-8 px-3 py-0.5 border rounded-pill bg-sunken text-sm cursor-pointer',
    on('hover:', 'border-accent bg-accent-soft text-accent-strong'),
    on('pressed:', 'border-accent bg-accent-soft text-accent-strong'),
    'forced-colors:pressed:[outline:2px_solid_Highlight]',
  ],
  'summary-panel': [
    'p-5 border rounded bg-sunken',
    on('[&_dl]:', 'grid grid-cols-[auto_1fr] gap-x-4 gap-y-2'),
    on('[&_dt]:', 'text-muted [overflow-wrap:normal]'),
    on('[&_dd]:', 'text-end font-600'),
  ],
  'summary-title': 'text-muted text-sm font-600',
  'summary-description': 'text-lg font-600 wrap-anywhere [&_.muted]:font-400',
  'form-beside': [
    'flex flex-wrap items-start gap-8',
    on('[&>.form]:', 'flex-[1_1_24rem] min-w-0 max-w-none'),
  ],
  'count-line': 'scripts:min-h-[1.3125rem]',
  disclosure: [
    on('[&>summary]:', 'flex items-center gap-2 w-fit min-h-11 rounded text-muted cursor-pointer'),
    '[&>summary:hover]:text-text',
    on(
      '[&>summary]:before:',
      "[content:''_/_''] flex-none size-2 [border-block-end:2px_solid] [border-inline-end:2px_solid] [rotate:-45deg]",
    ),
    on('[&>summary:dir(rtl)]:before:', '[rotate:45deg]'),
    on('[&[open]>summary]:before:', '[rotate:45deg]'),
    on('[&[open]>summary:dir(rtl)]:before:', '[rotate:-45deg]'),
  ],
  scope: [
    'relative isolate grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-0.5 min-h-11 px-3.5 py-2.5',
    'border border-control rounded bg-surface',
    on('[&>input]:', 'relative z-1 my-0.5'),
    on('[&>label]:', 'font-600 cursor-pointer'),
    on('[&>label]:after:', "[content:''] absolute inset-0"),
    on('chosen:', CHOSEN),
    '[&:has(:checked)_.scope-about]:text-text',
    on('[&:has(:checked):has(.scope-warning)]:', 'border-warning ring-warning bg-warning-soft'),
    '[&:has(:checked)_.scope-warning]:font-600 forced-colors:chosen:[outline:2px_solid_Highlight]',
  ],
  'scope-about': 'col-start-2 text-muted text-0.9375rem wrap-anywhere',
  'error-summary': [
    `${COLUMN} gap-2 px-5 py-4 border-2 border-expense rounded bg-surface`,
    on('[&_a]:', 'text-expense font-600'),
  ],
  faults: `${COLUMN} gap-1`,
  or: [
    'flex items-center gap-3',
    on('before:', "[content:''] flex-1 border-bs"),
    on('after:', "[content:''] flex-1 border-bs"),
  ],

  'category-field': `${COLUMN} gap-2.5`,
  picker: `relative [&>.input]:pe-11 ${on('[&>.category-icon]:', 'absolute top-2 start-2.5 pointer-events-none')} [&>.category-icon+.input]:ps-[2.875rem] [&_.category-icon]:size-7`,
  'picker-button': [
    'absolute top-0 end-0 grid place-items-center size-11 p-0 border-0 bg-transparent text-muted',
    'cursor-pointer',
  ],
  'picker-list': [
    'absolute top-12 [inset-inline:0] z-5 max-h-[min(19rem,50dvh)] p-1 border border-control rounded',
    'bg-surface shadow-float overflow-y-auto overscroll-contain',
  ],
  'picker-option': [
    'flex items-center gap-2.5 min-h-11 px-2 py-1.5 rounded-sm wrap-anywhere cursor-pointer',
    '[&:hover:not([aria-selected=true])]:bg-sunken',
    on(
      'selected:',
      'bg-accent-soft text-accent-strong [outline:2px_solid_var(--accent)] [outline-offset:-2px]',
    ),
    '[&[data-chosen]]:font-650',
    on('[&[data-chosen]]:after:', "[content:'✓'_/_''] ms-auto text-accent"),
    'forced-colors:selected:[outline-color:Highlight]',
  ],
  'new-category': on('[&>summary]:', 'w-fit py-1.5 text-accent text-0.9375rem font-600'),
  'new-category-fields': `${COLUMN} gap-5 mt-1.5 p-4 border rounded bg-sunken`,
  swatches: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,7.75rem),1fr))] gap-1.5',
  swatch: `${RADIO_OPTION} px-2 [&>.dot]:size-5 forced-colors:[&>.dot]:[forced-color-adjust:none]`,
  'icon-sets': `${COLUMN} gap-3 max-h-80 p-1 overflow-y-auto`,
  'icon-set': 'grid grid-cols-[repeat(auto-fill,minmax(2.25rem,1fr))] gap-1',
  'icon-choice': `${RADIO_OPTION} justify-center px-0`,

  'wizard-steps': [
    'flex flex-wrap gap-x-[clamp(0.375rem,2vw,1.5rem)] gap-y-2 text-muted [counter-reset:step]',
    on('[&>li]:', 'flex items-center gap-1.5 [counter-increment:step]'),
    on(
      '[&>li]:before:',
      "[content:counter(step)_/_''] grid place-items-center size-6 border border-control rounded-full text-sm font-600",
    ),
    on('[&>[aria-current]]:', 'text-text font-600'),
    on('[&>[aria-current]]:before:', 'border-accent bg-accent text-on-accent'),
    on(
      'forced-colors:[&>[aria-current]]:before:',
      '[forced-color-adjust:none] [border-color:Highlight] [background:Highlight] [color:HighlightText]',
    ),
  ],
  'wizard-title': 'scroll-mt-40 text-lg',
  'wizard-dates': on('[&>li]:', `${SPREAD} gap-x-4 gap-y-1 py-2.5 border-bs`),
  'wizard-word': 'font-400',

  details: `${COLUMN} items-start gap-3`,
  'details-title': 'text-lg font-600 wrap-anywhere',
  'details-list': [
    'w-full',
    on('[&>div]:', 'grid grid-cols-[minmax(0,min(9rem,50%))_minmax(0,1fr)] gap-x-4 gap-y-1 py-3 border-bs'),
    '[&_dt]:text-muted',
    on('[&_dd]:', 'font-600 wrap-anywhere'),
  ],
  dialog: [
    'w-[min(40rem,100vw-2rem)] max-h-[calc(100dvh-2rem)] p-0 border rounded-lg bg-surface text-text',
    'shadow-float overscroll-contain',
    on('[&[open]]:', 'flex flex-col [animation:appear_.15s_ease-out]'),
    'backdrop:[background:var(--backdrop)]',
    on(
      'max-sm:',
      'w-[100vw] max-w-none max-h-[94dvh] mb-0 mx-0 [border-end-start-radius:0] [border-end-end-radius:0]',
    ),
  ],

  'dialog-header': [
    'flex items-center justify-between gap-4 ps-6 pe-3 py-3 border-be',
    'max-sm:ps-4 [&>h2]:flex-1 [&>h2]:text-1.25rem [&>.button-icon]:text-1.5rem',
  ],
  'dialog-form': 'scroll-pb-32',
  // Relative, so that what is hidden in it does not lengthen the dialog, which would scroll as well.
  'dialog-body': `${COLUMN} relative gap-5 min-h-0 p-6 overflow-y-auto max-sm:px-4`,
  'dialog-footer': 'flex flex-wrap gap-3 px-6 py-4 border-bs max-sm:px-4',
  'dialog-subject': [
    `${SPREAD} items-center gap-x-4 gap-y-1 px-4 py-3.5 border border-transparent rounded bg-sunken font-600`,
  ],
  'success-panel': [
    `${COLUMN} items-center gap-3 py-8 text-income text-lg font-600 text-center`,
    on('[&>[aria-hidden]]:', `${CIRCLE} bg-income-soft text-2xl`),
  ],
  'panel-title': 'text-xl focus:[outline:none]',

  flash: [
    `${NOTICE} items-start px-4 py-3.5`,
    on('[&>.icon]:', 'mt-[0.125em] text-tone'),
    // Where both are too wide for a line, the button stands below the message.
    'flex-wrap [&>p]:flex-[1_1_min(9rem,100%_-_3rem)]',
    on('[&>.undo]:', 'flex-none max-w-full ms-auto'),
  ],
  toast: [
    `${NOTICE} items-center mb-2 ps-4 pe-1 py-1 border-s-6 shadow-float pointer-events-auto`,
    '[animation:appear_.15s_ease-out]',
  ],
  'toast-text': 'flex-1 py-2',
  toasts: 'fixed top-3 end-3 z-60 w-[min(24rem,100vw-1.5rem)] pointer-events-none print:hidden',
  remark: 'px-4 py-3 border border-s-6 border-s-warning rounded bg-surface',
  conflict: [
    `${COLUMN} gap-3 px-5 py-4 border border-s-6 border-warning rounded bg-warning-soft`,
    'max-[29.99rem]:px-3',
  ],

  card: [
    `${CARD} gap-4 min-w-0 p-[clamp(min(1rem,5vw),3vw,1.5rem)]`,
    '[&:has(>.amount-large,>*>.amount-large)]:gap-2',
    on('[&:has(>.amount-large,>*>.amount-large)_h2]:', 'text-muted text-0.9375rem font-600'),
    'print:p-0 print:border-0 print:[box-shadow:none]',
  ],
  'card-head': 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1',
  badge: [
    'inline-flex items-center gap-1 px-2.5 py-0.25 border border-transparent rounded-pill bg-sunken',
    'text-muted text-0.8125rem font-600 align-middle',
    'contrast:border-current',
  ],
  amount:
    'tabular-nums font-600 whitespace-nowrap max-[29.99rem]:inline-block max-[29.99rem]:max-w-full max-[29.99rem]:whitespace-normal',
  totals: [
    'flex flex-wrap gap-x-4 gap-y-3 pb-4 border-be last:pb-0 last:border-be-0',
    'lg:grid lg:grid-cols-[repeat(auto-fit,minmax(min(100%,9.25rem),1fr))] sm:[.form-page_&]:grid-cols-2',
    on('[&>div]:', 'flex-[1_1_8.5rem] max-w-full'),
    'sm:[.form-page_&>div]:basis-2/5',
    on('[&_dt]:', 'text-muted text-sm'),
    // A long amount takes a line of its own rather than break.
    '[&_dd]:[overflow-wrap:break-word] [&_bdi]:min-w-0',
    // A line could end between a minus and the symbol after it.
    on('[&>div:has(>.amount-total)]:', 'basis-auto shrink-0 min-w-[min(100%,8.5rem)]'),
    on('[&_dd:not(.small)]:', 'text-1.25rem max-lg:text-1.0625rem max-lg:whitespace-normal'),
  ],
  dot: 'flex-none size-[0.75em]',
  category: `inline-flex items-center gap-2 max-w-full ${on('[&>bdi]:', 'min-w-0 wrap-anywhere')}`,
  'category-icon': [
    `${DRAWN} size-10`,
    on('[&>circle]:', 'fill-current [fill-opacity:0.14] [stroke:none]'),
    'contrast:text-text forced-colors:[color:CanvasText]',
  ],
  avatar: [
    'inline-grid flex-none place-items-center size-9 rounded-full bg-accent-soft text-accent text-sm',
    'font-700 object-cover',
    'contrast:[border:1px_solid] forced-colors:[border:1px_solid_CanvasText]',
  ],
  empty: [`${COLUMN} items-center gap-3 px-4 py-10 text-center`, on('[&>p]:', 'max-w-[26rem] text-muted')],
  'empty-mark': `${CIRCLE} bg-accent-soft text-accent text-xl contrast:border-current`,
  tabs: [
    'flex flex-wrap gap-1 max-w-none border-be',
    on(
      '[&>:is(a,.tab)]:',
      'inline-flex items-center gap-2 min-h-11 [margin-block-end:-1px] px-4 py-2 border-be-3 border-transparent text-muted font-600 no-underline',
    ),
    on('[&>a:hover:not([aria-current])]:', 'border-control text-text'),
    on(`[&>${CURRENT_TAB}]:`, 'border-accent text-accent'),
    on(
      `forced-colors:[&>:not(${CURRENT_TAB})]:`,
      'pb-[calc(0.5rem+2px)] [border-block-end:1px_solid_CanvasText]',
    ),
    on(`forced-colors:[&>${CURRENT_TAB}]:`, MARKED),
    'print:hidden',
  ],
  pagination: [
    on(
      '[&_:is(a,.pagination-gap)]:',
      `inline-flex items-center justify-center gap-1 ${SQUARE} px-2.5 border border-transparent rounded font-600 tabular-nums no-underline`,
    ),
    '[&_a:hover]:bg-sunken',
    on('[&_a[aria-current]]:', 'border-accent bg-accent text-on-accent'),
    on('forced-colors:[&_a[aria-current]]:', MARKED),
    'print:hidden',
  ],
  'page-list': 'flex flex-wrap items-center justify-center gap-1',
  'page-sizes': [
    `${LINE} gap-x-2 gap-y-1 ms-auto`,
    on('[&_a]:', `grid place-items-center ${SQUARE} rounded tabular-nums no-underline`),
    '[&_a:hover]:bg-sunken',
    on('[&_a[aria-current]]:', 'bg-accent-soft font-700'),
    'forced-colors:[&_a[aria-current]]:[border:1px_solid_LinkText]',
  ],
  'list-foot': `${LINE} justify-between gap-x-6 gap-y-2`,

  'row-link': 'text-text font-600 no-underline hover:text-accent hover:underline',
  'series-link': 'flex items-center gap-1 w-fit min-h-7 text-muted text-sm',
  'series-mark': 'inline-flex items-center gap-1 text-muted text-sm align-middle',
  'data-table': `w-full border-collapse ${on('[&>caption]:', 'pb-3 text-muted text-start')} ${on('[&_:is(th,td)]:', 'p-3 border-be text-start align-middle')} ${on('[&_thead_th]:', 'py-2 text-muted text-sm font-600')} [&_:is(th,td):first-child]:ps-0 [&_:is(th,td):last-child]:pe-0 [&_tbody_tr:last-child>*]:border-be-0 [&_tbody_th]:[font-weight:inherit] [@media(hover:hover)]:[&_tbody_tr:hover]:bg-bg [&_tr:has(.cell-select_:checked)]:bg-accent-soft`,
  versions: [
    'w-full border-collapse rounded bg-surface wrap-anywhere',
    on('[&_:is(th,td)]:', 'px-3 py-2 border text-start align-top'),
    on('[&_td]:', 'w-[38%] whitespace-pre-line'),
    on('max-[29.99rem]:[&_tr]:', 'grid grid-cols-[1fr_1fr] border-be'),
    'max-[29.99rem]:[&_thead_th:first-child]:hidden',
    on('max-[29.99rem]:[&_:is(th,td)]:', 'w-auto min-w-0 px-2 border-0'),
    on('max-[29.99rem]:[&_tbody_th]:', 'col-span-full pb-0 text-muted'),
  ],
  'sort-link': [
    'inline-flex items-center gap-1 min-h-7 text-inherit [text-decoration-color:var(--control)]',
    '[[aria-sort]>&]:text-text',
  ],
  'search-bar': 'flex flex-wrap gap-2 max-w-[40rem] [&>.button]:shrink-0 [&>.button]:max-sm:px-3',
  'quick-entry': `${COLUMN} gap-1 [&_.input]:flex-1 [&_.input]:min-w-[min(100%,8rem)]`,
  'search-field': [
    'relative flex-1 min-w-[min(100%,8rem)]',
    on(
      '[&>.icon]:',
      'absolute top-[calc((var(--target)-1.25em)/2)] start-3.5 text-muted pointer-events-none',
    ),
    '[&>.input]:text-ellipsis',
  ],
  filters: `${COLUMN} gap-3`,
  'filter-choices': [
    `${COLUMN} gap-1 max-h-68 px-3.5 py-2 border rounded overflow-y-auto overscroll-contain`,
  ],
  'filter-panel': [
    '[&>summary]:w-fit',
    on('[&[open]>summary]:', 'border-accent bg-accent-soft text-accent-strong'),
    '[&[open]>summary>.icon:last-child]:[transform:scaleY(-1)]',
  ],
  'filter-pair': 'contents',
  'filter-group': `${columns('11rem')} gap-x-4`,
  chips: `${LINE} gap-2`,
  chip: [
    `${CHIP} border border-transparent bg-accent-soft text-accent-strong no-underline`,
    'hover:border-current contrast:border-current forced-colors:[border-color:LinkText]',
    '[&>.icon]:text-0.75rem',
  ],
  'chip-clear': CHIP,
  'selection-links': [
    'flex flex-wrap gap-x-5 gap-y-1 max-w-none text-0.9375rem',
    on('[&>a]:', 'inline-flex items-center min-h-9'),
    'print:hidden',
  ],
  'selection-bar': [
    `${LINE} justify-between gap-x-4 gap-y-2 px-4 py-3 border border-accent rounded bg-surface`,
    '[&>.button-row]:gap-2',
  ],
  'selection-count': 'font-600',
  progress: 'w-full h-3 accent-accent',

  'skip-link': [
    on('focus:', 'absolute top-3 start-3 z-40 px-5 py-3 rounded bg-surface shadow-float'),
    'print:hidden',
  ],
  'loading-bar': [
    'fixed top-0 [inset-inline:0] z-50 h-0.75 overflow-hidden bg-accent-soft pointer-events-none',
    'rtl:[transform:scaleX(-1)]',
    on('before:', "[content:''] block h-full bg-accent [animation:loading_1s_ease-in-out_infinite]"),
    'forced-colors:before:[background:Highlight] print:hidden',
  ],
  header: 'border-be bg-surface print:hidden',
  'header-line': `${LINE} gap-x-2 gap-y-1 min-h-16 py-2 max-md:gap-1`,
  'header-tools': `${LINE} gap-1 ms-auto`,
  logo: [
    'inline-flex items-center gap-2 min-h-11 px-1 rounded text-text text-1.25rem font-700 no-underline',
    'hover:text-accent',
  ],
  mark: [
    'size-8 fill-accent stroke-on-accent [stroke-width:2.6] [stroke-linecap:round]',
    'forced-colors:[fill:CanvasText] forced-colors:[stroke:Canvas]',
  ],
  'main-nav': 'flex gap-1 ms-4',
  'nav-link': [
    'flex items-center gap-2.5 min-h-11 px-3.5 py-1.5 border-0 rounded bg-transparent text-muted',
    'font-600 no-underline text-start cursor-pointer',
    'hover:bg-sunken hover:text-text current:bg-accent-soft current:text-accent',
    on('forced-colors:current:', MARKED),
  ],
  menu: 'relative',
  'menu-panel': [
    'absolute top-[calc(100%+0.5rem)] end-0 z-20 w-max min-w-60 max-w-[min(22rem,90vw)] p-2 border',
    'rounded bg-surface shadow-float',
    on('[&_.nav-link]:', 'w-full text-text'),
    '[&_.nav-link[aria-current]]:text-accent [&_hr]:my-2',
  ],
  person: 'flex items-center gap-3 px-3.5 py-2 wrap-anywhere',
  main: `flex-1 ${COLUMN} gap-6 pt-[clamp(1.25rem,4vw,2.5rem)] pb-24 focus:[outline:none] print:py-0`,
  'guest-main': [
    'flex-1 grid content-center justify-items-center gap-6 pt-8 pb-12',
    on('[&>*]:', 'w-full max-w-[27rem]'),
  ],
  'guest-card': `${CARD} gap-6 p-[min(4.4vw,2rem)]`,
  footer: [
    'border-bs text-muted text-sm',
    on('[&_:is(a,.footer-item)]:', 'inline-flex items-center gap-3 min-h-7 text-inherit'),
    '[&_a:hover]:text-accent',
  ],
  'footer-line': 'flex flex-wrap gap-x-5 gap-y-1',

  chart: '@container',
  'bar-table': `w-full border-collapse ${on('[&>caption]:', 'pb-4 text-muted text-start')} ${on('[&_:is(th,td)]:', 'px-2 py-1.5 font-400 text-start')} ${on('[&_thead_th]:', 'text-muted text-sm font-600')} [&_:is(th,td):first-child]:ps-0 [&_:is(th,td):last-child]:pe-0`,
  'bar-cell': 'w-[55%]',
  bar: 'block w-full h-2.5 rtl:[transform:scaleX(-1)] [&+.bar]:mt-1',
  'bar-track': 'fill-sunken forced-colors:[fill:Canvas] forced-colors:[stroke:CanvasText]',
  'bar-fill': 'forced-colors:[fill:CanvasText]',
};

/** Modifiers of a part, which override it. */
export const MODIFIERS = {
  'icon-mirrored': 'rtl:[transform:scaleX(-1)]',

  'button-primary': [
    'border-accent bg-accent text-on-accent',
    'hover:border-accent-strong hover:bg-accent-strong hover:text-on-accent',
  ],
  'button-danger': 'border-expense bg-expense text-on-accent hover:bg-surface hover:text-expense',
  'button-quiet': [
    'border-transparent bg-transparent text-accent',
    'hover:bg-accent-soft hover:text-accent-strong forced-colors:[border-color:ButtonText]',
  ],
  'button-small': 'min-h-9 px-3 py-1 text-sm',
  'button-icon': [
    'w-11 border-transparent bg-transparent text-muted',
    '[&&]:p-0 hover:bg-sunken hover:text-text [&.button-small]:w-9 [&>.icon]:text-base',
    'forced-colors:[border-color:ButtonText]',
  ],
  'button-wide': 'w-full',
  fab: [
    'fixed bottom-[max(1.25rem,env(safe-area-inset-bottom))] end-5 z-10 min-h-14 ps-5 pe-6',
    'rounded-pill shadow-float',
    'max-md:min-h-12 max-md:max-w-[calc(100vw-2.5rem)] max-md:px-[min(1rem,5vw)] max-md:[font-size:min(1rem,6vw)] lg:w-14 lg:p-0 lg:gap-0',
    'lg:text-0rem [&>.icon]:lg:size-6 print:hidden',
  ],

  'form-page-wide': 'min-[60rem]:scripts:max-w-[64rem]',
  'character-count-near': 'text-warning font-600',
  'input-amount': 'text-2xl font-650 tabular-nums',
  'segment-expense': tone('expense'),
  'segment-income': tone('income'),
  scopes: 'gap-2',
  'form-summary': `hidden ${on('min-[60rem]:scripts:', 'sticky top-6 flex flex-col items-start gap-2 w-68 wrap-anywhere')} ${on('[&>dl]:', 'w-full grid-cols-[1fr] mt-2 pt-3 border-bs')} ${on('[&>dl>div]:', 'flex gap-4 justify-between')} min-[60rem]:scripts:[.dialog_&]:top-0`,
  'swatch-automatic': 'col-span-full',
  'details-notes': 'font-400 whitespace-pre-line',

  'summary-amount': [
    'text-2xl font-700 leading-1.2 wrap-anywhere whitespace-normal',
    '[.details_&]:text-[clamp(1.75rem,8vw,2.25rem)]',
  ],
  'dialog-small': 'sm:w-[min(28rem,100vw-2rem)]',
  'dialog-large': 'sm:w-[min(60rem,100vw-2rem)]',
  'amount-large': [
    'text-[clamp(1.25rem,11.5cqi,2.25rem)] font-700 leading-1.2 whitespace-normal wrap-anywhere',
  ],
  'amount-total': 'font-700',
  'avatar-large': 'size-24 text-2rem',
  'badge-accent': 'bg-accent-soft text-accent',
  'badge-income': 'bg-income-soft text-income',
  'badge-expense': 'bg-expense-soft text-expense',
  'badge-warning': 'bg-warning-soft text-warning',
  'flash-success': tone('income'),
  'flash-error': tone('expense'),
  'flash-warning': tone('warning'),
  'toast-success': tone('income'),
  'toast-error': tone('expense'),
  'toast-warning': tone('warning'),

  'filter-fields': 'gap-5 mt-3',
  'filter-amounts': `${on('max-sm:[&:not(:has([aria-invalid]))]:', 'grid grid-cols-[1fr_1fr] gap-3')}`,
  'sort-up': '[&>.icon]:[transform:scaleY(-1)]',
  numeric: 'text-right tabular-nums whitespace-nowrap',
  'cell-main': 'min-w-40 wrap-anywhere [&_.category]:flex',
  'cell-select': `md:w-[1%] ${on('[&>label]:', 'grid place-items-center w-11 min-h-11 -m-2 cursor-pointer')}`,
  'cell-actions': [
    'whitespace-nowrap text-end',
    on(
      '[&_:is(a,button)]:',
      'inline-flex items-center min-h-9 px-2 border-0 rounded-sm bg-transparent text-muted text-sm [text-decoration:underline_1px] underline-offset-[0.2em] cursor-pointer',
    ),
    on('[&_:is(a,button):hover]:', 'bg-sunken text-text'),
  ],
  'footer-page': 'justify-between py-5',
  'bar-accent': 'fill-accent forced-colors:[fill:CanvasText]',
  'bar-income': 'fill-income forced-colors:[fill:Highlight]',
  'bar-expense': 'fill-expense forced-colors:[fill:CanvasText]',
};
