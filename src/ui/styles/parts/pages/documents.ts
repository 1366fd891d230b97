import { COLUMN, on } from '../shorthands.ts';

/** The contents of a legal document are beside its text if both fit. */
export const LEGAL_PARTS = {
  legal: [
    'grid grid-cols-[minmax(0,1fr)] gap-x-[clamp(2rem,5vw,4rem)] gap-y-8',
    'min-[60rem]:grid-cols-[17rem_minmax(0,1fr)] print:block',
    '[.guest-main>.guest-card:has(>&)]:max-w-[64rem]',
    on('print:[.guest-main>.guest-card:has(>&)]:', 'max-w-none p-0 border-0 [box-shadow:none]'),
  ],
  'legal-head': `${COLUMN} gap-3 min-[60rem]:col-span-full`,
  'legal-contents': [
    `${COLUMN} gap-3 px-5 py-4 rounded bg-sunken min-[60rem]:self-start print:hidden`,
    on('[@media(width>=60rem)_and_(height>=50rem)]:', 'sticky top-6'),
  ],
  'legal-text': [
    `${COLUMN} gap-8 print:block`,
    on('[&_section]:', `${COLUMN} gap-3 scroll-mt-6 print:mt-5`),
    on('[&_ul]:', `${COLUMN} gap-2 max-w-[65ch] ps-5`),
  ],
};

export const API_DOCS_PARTS = {
  'api-docs': [
    'grid grid-cols-[minmax(0,1fr)] gap-x-[clamp(2rem,4vw,3rem)] gap-y-8 lg:grid-cols-[18rem_minmax(0,1fr)]',
    '[.guest-main>.guest-card:has(>&)]:max-w-[76rem]',
  ],
  'api-head': `${COLUMN} gap-3 lg:col-span-full`,
  'api-contents': [
    'px-5 py-4 rounded bg-sunken print:hidden',
    on('lg:', 'self-start sticky top-4 max-h-[calc(100vh-2rem)] overflow-y-auto'),
    on('[&_ul]:', 'p-0 list-none'),
    on('[&_ul_ul]:', 'mb-3 text-sm'),
    // On a phone the calls would be four screens before the first of them: their groups lead on.
    'max-lg:[&_ul_ul]:hidden',
    on('[&_a]:', 'block py-1 wrap-anywhere'),
    '[&_a:not(:hover,:focus-visible)]:no-underline',
    on('[&_ul_ul_a]:', 'text-text'),
  ],
  'api-reference': [
    `${COLUMN} gap-8 min-w-0`,
    on('[&>section]:', `${COLUMN} gap-8 min-w-0`),
    '[&_section]:scroll-mt-6',
    on(
      '[&_:is(code,pre,dt)]:',
      "text-0.9375em wrap-anywhere [font-family:ui-monospace,'Cascadia_Mono','Segoe_UI_Mono',Menlo,Consolas,monospace]",
    ),
  ],
  'api-call': [
    // Hundreds of calls are drawn only where one looks.
    `${COLUMN} gap-4 pt-6 border-bs [content-visibility:auto] [contain-intrinsic-size:auto_60rem]`,
    on('[&>h3]:', 'flex flex-wrap items-baseline gap-x-3 gap-y-1 wrap-anywhere'),
    on('[&_h4]:', 'm-0 text-muted text-sm font-600'),
  ],
  'api-part': `${COLUMN} gap-1.5`,
  'api-fields': [
    on(
      '[&>div]:',
      'grid grid-cols-[minmax(0,1fr)] gap-x-4 py-1.5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]',
    ),
    '[&>div+div]:border-bs',
    on('[&_dd]:', 'text-0.9375rem wrap-anywhere'),
    '[&_dd>a]:underline',
  ],
  'api-refusals': 'text-0.9375rem wrap-anywhere',
  'api-curl': 'px-4 py-3 rounded bg-sunken text-sm whitespace-pre-wrap',
};
