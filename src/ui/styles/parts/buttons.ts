import { DRAWN, LINE, on } from './shorthands.ts';

export const PARTS = {
  icon: `${DRAWN} size-[1.25em]`,
  'page-head': `${LINE} justify-between gap-x-6 gap-y-3 max-sm:gap-x-3 [&>.button-quiet]:max-sm:px-2`,

  button: [
    'inline-flex items-center justify-center gap-2 min-h-11 px-4.5 py-2 border border-control rounded',
    'bg-surface text-text font-600 leading-1.25 text-center no-underline cursor-pointer',
    '[transition:background-color_.12s]',
    'hover:bg-sunken hover:text-text off:opacity-60 off:cursor-not-allowed busy:cursor-progress',
    // With the largest text on a narrow screen, the icon is above its words, so that they do not break.
    on('max-[15rem]:', 'flex-wrap gap-1 px-[4vw]'),
  ],
  'button-row': `${LINE} gap-3 print:hidden`,
};

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
    // Several fit beside each other on a phone, even with doubled text.
    'w-[min(2.75rem,14vw)] border-transparent bg-transparent text-muted',
    '[&&]:p-0 hover:bg-sunken hover:text-text [&.button-small]:w-9 [&>.icon]:text-base',
    'forced-colors:[border-color:ButtonText]',
  ],
  'button-wide': 'w-full',
  fab: [
    'fixed bottom-5 end-4 z-10 size-14 p-0 gap-0',
    // Its words would cover the amounts of a chart or a list, where they are not beside the content.
    'rounded-pill shadow-float text-0rem [&>.icon]:size-6 print:hidden',
  ],
};
