import { on } from '../shorthands.ts';

const CARD_EDGE = 'clamp(min(1rem,5vw),3vw,1.5rem)';
const PARTS_OF_LINE = '.cell-main>.flex>span';

export const IMPORTS_PARTS = {
  // On a phone a row has three lines: what it is and how much, then more about it, then the day and what it becomes.
  'import-lines': [
    on('[&_.input]:', 'min-h-9 py-0.5 text-ellipsis'),
    'max-md:[&_tbody_tr]:py-1.5',
    on('max-md:[&_tbody_tr]:after:', "[content:''] flex-[1_0_100%] order-2"),
    `max-md:[&_:is(.cell-main,.cell-main>.flex,${PARTS_OF_LINE})]:contents`,
    on(`max-md:[&_${PARTS_OF_LINE}>:first-child]:`, 'flex-[1_1_5rem] min-w-0'),
    'max-md:[&_.cell-end]:order-1',
    on('max-md:[&_.dotted]:', 'order-3 flex-[1_0_100%]'),
    `max-md:[&_${PARTS_OF_LINE}>:is(.button-small,.badge)]:order-3`,
    'max-md:[&_.numeric:not(.cell-end)]:flex-[1_0_auto]',
    on('max-md:[&_.line-as]:', 'flex-[1_1_10rem] max-w-[14rem] ms-auto'),
  ],
  // Parts in lines, with a point between two in one: at the start of a line it is outside, and cut off.
  dotted: [
    'flex flex-wrap gap-x-4 [overflow-x:clip]',
    on('[&>*]:', 'relative min-w-0 wrap-anywhere'),
    on('[&>*+*]:before:', "[content:'·'] absolute start--2.5"),
  ],
  // On a phone the rows are to be seen at once.
  'import-what': 'max-md:py-3',
  // What is not there any more.
  'import-undone': '[&_:is(.amount,th,td,a)]:text-muted',
  // In view from the first look on: it sticks within the form, which begins above the rows.
  'import-bar': `py-2 px-[${CARD_EDGE}] border border-control rounded [box-shadow:0_-4px_8px_var(--shadow)]`,
};
