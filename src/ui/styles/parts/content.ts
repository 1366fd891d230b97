import { CARD, CIRCLE, COLUMN, DRAWN, LINE, MARKED, on, tone } from './shorthands.ts';

const CURRENT_TAB = ':is([aria-current],.tab-current)';
const SQUARE = 'min-w-11 min-h-11';
const NOTICE = `${tone('accent')} flex gap-3 border border-tone rounded bg-tone-soft font-600 wrap-anywhere`;

export const PARTS = {
  flash: [
    `${NOTICE} items-start px-4 py-3.5`,
    on('[&>.icon]:', 'mt-[0.125em] text-tone'),
    // If both are too wide for a line, the button is below the message.
    'flex-wrap [&>p]:flex-[1_1_min(13rem,100%_-_3rem)]',
    on('[&>.undo]:', 'flex-none max-w-full ms-auto'),
  ],
  toast: [
    `${NOTICE} relative flex-wrap items-center gap-y-0 mb-2 ps-4 pe-12 py-1 border-s-6 shadow-float pointer-events-auto`,
    '[animation:appear_.15s_ease-out]',
    // In the corner, because a long text would leave it a line of its own.
    on('[&>.button-icon]:', 'absolute top-0 end-0'),
  ],
  'toast-text': 'flex-[1_1_auto] max-w-full py-2 max-sm:text-sm',
  // Low in the middle of a phone; elsewhere at the end, beside the buttons that float there.
  toasts:
    'sticky self-center md:self-end z-60 w-[min(24rem,100%-1.5rem)] md:w-[min(24rem,100%-6rem)] md:me-20 overflow-y-auto pointer-events-none print:hidden',
  remark: 'px-4 py-3 border border-s-6 border-s-warning rounded bg-surface',
  conflict: [
    `${COLUMN} gap-3 px-5 py-4 border border-s-6 border-warning rounded bg-warning-soft`,
    'max-[29.99rem]:px-3',
  ],

  card: [
    `${CARD} gap-4 min-w-0 p-[clamp(min(1rem,5vw),3vw,1.5rem)]`,
    'print:p-0 print:border-0 print:[box-shadow:none]',
  ],
  'card-head': 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1',
  badge: [
    'inline-flex items-center gap-1 px-2.5 py-0.25 border border-transparent rounded-pill bg-sunken',
    'text-muted text-0.8125rem font-600 align-middle',
    'contrast:border-current',
  ],
  amount: [
    'tabular-nums font-600 whitespace-nowrap',
    on('max-[29.99rem]:', 'inline-block max-w-full whitespace-normal'),
    // The distance between sign and number does not depend on the white space in the page.
    on('[&:is(.income,.expense)]:', 'inline-flex items-baseline gap-[0.375em]'),
    on('[&:is(.income,.expense)]:before:', 'self-center text-0.625em'),
    // The word beside it has the same meaning, so the sign has an empty alternative text in browsers that support it.
    "[&.income]:text-income [&.income]:before:[content:'▲'] [&.expense]:text-expense [&.expense]:before:[content:'▼']",
    on(
      "[@supports_(content:'▲'/'')]:",
      "[&.income]:before:[content:'▲'/''] [&.expense]:before:[content:'▼'/'']",
    ),
  ],
  // A figure by itself, whose name beside it tells it from text.
  'figure-link': 'text-inherit [&:not(:hover,:focus-visible)]:no-underline',
  totals: [
    'flex flex-wrap gap-x-4 gap-y-3 pb-4 border-be last:pb-0 last:border-be-0',
    'lg:grid lg:grid-cols-[repeat(auto-fit,minmax(min(100%,9.25rem),1fr))] sm:[.form-page_&]:grid-cols-2',
    on('[&>div]:', 'flex-[1_1_8.5rem] max-w-full'),
    'sm:[.form-page_&>div]:basis-2/5',
    on('[&_dt]:', 'text-muted text-sm'),
    '[&_dd_a]:inline-flex [&_dd_a]:min-h-6 [&_dd_a]:min-w-0 [&_dd_a]:max-w-full',
    // A long amount takes a line of its own rather than break.
    '[&_dd]:[overflow-wrap:break-word] [&_bdi]:min-w-0',
    // Otherwise a line could end between a minus and the symbol after it.
    on('[&>div:has(>.amount-total)]:', 'basis-auto shrink-0 min-w-[min(100%,8.5rem)]'),
    on('[&_dd:not(.small)]:', 'text-1.25rem max-lg:text-[min(1.0625rem,8vw)] max-lg:whitespace-normal'),
  ],
  'figure-name': 'text-muted text-sm font-600',
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
  empty: [
    `${COLUMN} items-center gap-3 px-[min(1rem,5vw)] py-10 text-center`,
    on('[&>p]:', 'max-w-[26rem] text-muted'),
  ],
  // A struck coin with a rim, slightly uneven like the logo. Its lines are as thick as those of other icons.
  'empty-mark': [
    `${CIRCLE} border-0 rounded-[48%_52%_51%_49%/52%_48%_50%_50%] bg-accent-soft text-accent`,
    '[box-shadow:inset_0_0_0_4px_var(--accent-soft),inset_0_0_0_5.5px_var(--accent)]',
    '[&>.icon]:size-7 [&>.icon]:[stroke-width:1.5] contrast:[border:1px_solid]',
  ],
  tabs: [
    // One line with whole names, which scrolls on a phone. In a dialog it would otherwise shrink to nothing.
    'flex gap-1 max-sm:gap-0 max-w-none [min-height:min-content] border-be overflow-x-auto overflow-y-hidden',
    // Chromium does not scroll to the focused tab once 32 pixels of it are in view.
    '[scroll-padding-inline:6rem]',
    on(
      '[&>:is(a,.tab)]:',
      'inline-flex flex-none items-center gap-2 min-h-11 [margin-block-end:-1px] px-2.5 py-2 border-be-3 border-transparent text-muted font-600 no-underline whitespace-nowrap focus-visible:[outline-offset:-3px]! max-sm:gap-1 max-sm:px-1.5 max-sm:text-sm',
    ),
    on('[&>:is(a,.tab):hover:not([aria-current])]:', 'border-control text-text'),
    // Browsers with support scroll to the current tab at first.
    on(`[&>${CURRENT_TAB}]:`, 'border-accent text-accent [scroll-initial-target:nearest]'),
    on('max-sm:[&_.badge]:', 'px-0.5 bg-transparent'),
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
};

export const MODIFIERS = {
  'amount-hero': [
    'text-[clamp(0.875rem,11.5cqi,3rem)] font-700 leading-1.2 whitespace-normal wrap-anywhere',
    '[letter-spacing:-0.02em]',
  ],
  // On a phone each figure has a line: the name at its start, the amount at its end.
  'totals-lines': [
    on('max-sm:', 'gap-y-2 pt-3 border-bs'),
    'max-sm:[&_:is(dt,dd,bdi)]:leading-1.35',
    on('max-sm:[&>div]:', 'flex flex-wrap flex-[1_0_100%] justify-between gap-x-3'),
    'max-sm:[&_.small]:basis-full',
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
};
