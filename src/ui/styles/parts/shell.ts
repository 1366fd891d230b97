import { CARD, COLUMN, columns, LINE, MARKED, on, SUMMARY } from './shorthands.ts';

/** Content that is being replaced fades if its successor takes longer than the minimum time of the loading bar. */
const AWAITING =
  'motion-safe:[:root:not([data-motion])_.loading-bar:not([hidden])~&]:[transition:opacity_.2s_.35s] motion-safe:[:root:not([data-motion])_.loading-bar:not([hidden])~&]:[opacity:.6]';

/** A narrow screen that is high enough for a bar at its edge. */
const HIGH_PHONE = '[@media_screen_and_(width<48rem)_and_(height>=30rem)]:';

export const PARTS = {
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
  'header-tools': `${LINE} gap-1 ms-auto max-xl:gap-0`,
  // If doubled text leaves no room for the word, only the mark is shown.
  logo: [
    'inline-flex items-center gap-[min(0.5rem,2.5vw)] min-h-11 rounded text-text text-[clamp(0rem,(100vw-15rem)*99,1.25rem)] font-700 no-underline',
    'hover:text-accent',
  ],
  mark: [
    'size-[min(2rem,12vw)] fill-accent stroke-on-accent [stroke-width:2.6] [stroke-linecap:round]',
    'forced-colors:[fill:CanvasText] forced-colors:[stroke:Canvas]',
  ],
  'main-nav':
    'flex flex-wrap gap-1 ms-4 max-xl:gap-0 max-xl:ms-2 max-lg:ms-0 max-md:hidden [&>.nav-link>.icon]:hidden max-lg:[&_.nav-link]:px-[1vw] max-lg:[&_.nav-link]:text-0.9375rem',
  // The bar of narrow screens. Its words wrap rather than break; with the largest text only the icons remain, in one
  // line. On high screens it stays at the bottom edge; elsewhere it is below the header. It is fixed, because a row
  // that is half under a sticky element counts as a target that is too small.
  'phone-bar': [
    'flex flex-wrap border-be bg-surface md:hidden print:hidden',
    on(
      HIGH_PHONE,
      'fixed [inset:auto_0_0] z-10 [border-block:1px_solid_var(--line)_0] pb-[env(safe-area-inset-bottom)]',
    ),
  ],
  'phone-place': [
    `${COLUMN} flex-[1_0_auto] items-center justify-center gap-0.5 min-h-13 min-w-[44px] px-[min(0.25rem,1vw)] py-1`,
    'text-muted text-[clamp(0.6875rem,3.4vw,0.8125rem)] max-[15rem]:text-[3.4vw] font-500 leading-1.25 no-underline',
    // The bar is always in view at the edge, so its focus must not scroll the page.
    `${HIGH_PHONE}[scroll-margin-block:-6rem]`,
    'hover:text-text focus-visible:[outline-offset:-3px]! [&>.icon]:size-6 [&>.icon]:[stroke-width:1.75]',
    'current:text-accent current:[box-shadow:inset_0_-2px_var(--accent)]',
    on('forced-colors:current:', MARKED),
  ],
  'nav-link': [
    'flex items-center gap-2.5 min-h-11 px-3.5 py-1.5 border-0 rounded bg-transparent text-muted',
    'font-600 no-underline text-start cursor-pointer',
    'hover:bg-sunken hover:text-text current:bg-accent-soft current:text-accent',
    on('forced-colors:current:', MARKED),
  ],
  menu: `relative ${SUMMARY}`,
  'menu-panel': [
    'absolute top-[calc(100%+0.5rem)] end-0 z-20 w-max md:min-w-60 max-w-[min(22rem,90vw)] p-2 border',
    'rounded bg-surface shadow-float [animation:appear_.15s_ease-out]',
    on('[&_.nav-link]:', 'w-full text-text'),
    '[&_.nav-link[aria-current]]:text-accent [&_hr]:my-2 [&>h2]:px-3.5 [&>h2]:pt-3 [&>h2]:text-sm [&>h2]:text-muted',
  ],
  person: 'flex items-center gap-3 px-3.5 py-2 wrap-anywhere',
  main: [
    `flex-1 ${COLUMN} gap-6 pt-[clamp(1rem,4vw,2.5rem)] pb-8 max-md:gap-4 focus:[outline:none] print:py-0 ${AWAITING}`,
    // The floating button has the margin to itself, but beside lists, whose columns need it.
    'md:max-[77.5rem]:[&:has(>.fab):not(:has(.cell-select))]:[--gutter:4.5rem]',
  ],
  'guest-main': [
    'flex-1 grid content-center justify-items-center gap-6 pt-8 pb-12',
    AWAITING,
    on('[&>*]:', 'w-full max-w-[27rem]'),
  ],
  'guest-card': `${CARD} gap-6 p-[min(4.4vw,2rem)]`,
  // Leaves room for the bar of a phone.
  footer: [
    'border-bs text-muted text-sm',
    `${HIGH_PHONE}[.phone-bar~&]:mb-[var(--bar)]`,
    on('[&_:is(a,button,.footer-item)]:', 'inline-flex items-center min-h-7 text-inherit'),
    on('[&_button]:', 'p-0 border-0 bg-transparent cursor-pointer'),
  ],
  'footer-line': 'flex flex-wrap items-start gap-x-5 gap-y-1',
};

export const MODIFIERS = {
  // The open drawer has a backdrop that closes it, and a cross; both are parts of the button that opened it.
  drawer: [
    'grid flex-[1_0_auto] [--from:-100%] rtl:[--from:100%]',
    on(
      '[&[open]>summary]:before:',
      "[content:''] fixed inset-0 z-30 [background:var(--backdrop)] cursor-default",
    ),
    on(
      '[:root:not([data-focus=browser])_&[open]>summary:focus-visible]:',
      '[outline:none] [box-shadow:none]',
    ),
    on(
      '[&>.menu-panel]:',
      'fixed [inset-block:0] [inset-inline:0_auto] z-31 w-[min(20rem,86vw)] max-w-none px-[max(0.75rem,env(safe-area-inset-left))] pt-0 pb-6 border-0 border-e [border-radius:0] overflow-y-auto overscroll-contain [animation:slide_.18s_ease-out] [scroll-padding-block-start:5rem]',
    ),
    on('[&>.menu-panel]:before:', "[content:''] block sticky top-0 z-1 h-18 -mx-3 bg-surface"),
  ],
  'drawer-close': [
    'fixed top-3 start-3 z-32 p-2 rounded text-1.25rem [.drawer:not([open])_&]:hidden',
    '[.drawer>summary:focus-visible_&]:[outline:3px_solid_var(--focus)]',
  ],
  // Two beside each other, unless the text is too large, so that the menu of a phone shows all that it has.
  'drawer-links': `${columns('8rem')} [&&>.nav-link]:gap-2 [&&>.nav-link]:pe-0 [&>:last-child:nth-child(odd)]:col-span-full`,
  'footer-page': [
    'justify-between py-5 max-md:py-3 [@media(width<48rem)_and_(height>=30rem)]:[:root:has(.cell-select_:checked)_&]:pb-28',
    // At the end of the page the floating button would cover the last links, unless it is beside the content.
    'md:max-[77.5rem]:[.main:has(>.fab)~.footer_&]:pb-24',
  ],
  'phone-add':
    'text-text [&>.icon]:w-[44px] [&>.icon]:p-0.5 [&>.icon]:rounded-pill [&>.icon]:bg-accent [&>.icon]:text-on-accent forced-colors:[&>.icon]:[forced-color-adjust:none] forced-colors:[&>.icon]:[background:LinkText] forced-colors:[&>.icon]:[color:Canvas]',
};
