import { on } from '../shorthands.ts';

const CARD_EDGE = 'clamp(min(1rem,5vw),3vw,1.5rem)';

export const IMPORTS_PARTS = {
  // On a phone a row has two lines: what it is and how much, then the day and what it becomes.
  'import-lines': [
    on('[&_.input]:', 'min-h-9 py-0.5'),
    'max-md:[&_tbody_tr]:py-1.5',
    on('max-md:[&_tbody_tr]:after:', "[content:''] flex-[1_0_100%] order-2"),
    'max-md:[&_.cell-end]:order-1',
    'max-md:[&_.numeric:not(.cell-end)]:flex-[1_0_auto]',
    on('max-md:[&_.line-as]:', 'flex-[1_1_7rem] max-w-[11rem] ms-auto'),
  ],
  // On a phone the rows are to be seen at once.
  'import-what': 'max-md:py-3',
  // A bar above the rows, which scroll below it.
  'import-bar': `py-2 px-[${CARD_EDGE}] [margin-inline:calc(-1*${CARD_EDGE})] border-bs border-control`,
};
