import { COLUMN, on } from '../shorthands.ts';

/** The legal documents: their contents stand beside the text where both have room. */
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
