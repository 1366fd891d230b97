import { COLUMN, columns, on } from '../shorthands.ts';

const HIGH = '[@media(height>=45rem)]:';
// On wide screens the buttons follow a short step instead: between them was nothing.
const TALL = '[@media(height>=45rem)_and_(width<64rem)]:';

export const SETUP_PARTS = {
  'setup-page': [
    // One number needs no field as wide as the window.
    "[&[data-setup='1']>form>:not(.setup-foot)]:max-w-[36rem]",
    '[&_.tabs]:flex-wrap',
    '[&_[data-setup-tab]>.totals]:grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))]',
  ],
  'setup-contents': '[display:contents]',
  'setup-option': [
    'min-h-9 px-3 py-1 text-sm forced-colors:current:[outline:2px_solid_Highlight]',
    on('current:', 'border-accent bg-accent-soft text-accent-strong'),
  ],
  // The dots have the same position in every step, whatever the buttons: beside them, or centred on a line.
  'setup-foot': [
    'flex flex-wrap items-end gap-x-4 gap-y-3 pt-4 border-bs',
    '[&>.button-row]:flex-[1_1_12.5rem] [&>nav]:mx-auto',
  ],
  'setup-dots': 'flex flex-wrap list-none m-0 p-0',
  'setup-dot': [
    'grid place-items-center w-8 h-11 rounded',
    on('before:', "[content:''] size-3 border border-control rounded-full"),
    on('current:before:', 'border-accent bg-accent'),
    'forced-colors:current:before:[background:Highlight]',
  ],
  'setup-try': 'flex flex-wrap items-end gap-4 [&>.field]:flex-[1_1_10rem]',
  'setup-two': `${columns('16rem')} gap-5 items-start [.setup-password:not(:has(:checked))>&]:hidden`,
  'setup-templates': [
    'flex flex-wrap items-start gap-8 [&>:first-child]:flex-[2_1_24rem]',
    on('[&>.summary-panel]:', 'flex-[1_1_16rem] sticky top-4'),
  ],
  'setup-cards': 'grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))]',
  'setup-card': 'p-3 border rounded bg-surface',
  'setup-dated':
    'flex items-end gap-3 [&>.field:first-child]:flex-1 [&>.field:first-child]:min-w-0 [&>.field:last-child]:w-16',
  'setup-heading': 'text-lg',
  'setup-line':
    'flex flex-wrap justify-between gap-x-4 col-span-full [&>dt]:min-w-0 [&>dt>bdi]:[overflow-wrap:anywhere]',
  'setup-sums': '[.summary-panel_&]:pt-3 [.summary-panel_&]:border-bs',
  'setup-dialog': [
    'w-[100vw] max-w-none h-[100dvh] max-h-none border-0 [border-radius:0]',
    on('[&>.dialog-body]:', 'flex-1 w-[min(64rem,100%)] mx-auto'),
    on('[&_.success-panel:focus]:', '[outline:none] [box-shadow:none]'),
    // On high screens the buttons and dots stay at the lower edge, however long the step is.
    `${HIGH}[&>.dialog-body]:scroll-pb-24`,
    on(`${TALL}[&_:is(.form-page,form:has(>.setup-foot))]:`, `${COLUMN} flex-[1_0_auto]`),
    `${HIGH}[&_.form-page>form:last-child]:-mb-6`,
    // The form of the second step holds only the foot, so it sticks as a whole.
    on(`${HIGH}[&_:is(.setup-foot,[data-setup-tab]+form)]:`, 'sticky bottom--6 z-1 bg-surface'),
    on(`${TALL}[&&_[data-setup-tab]+form]:`, 'grow-0 mt-auto'),
    `${TALL}[&_.setup-foot]:mt-auto ${HIGH}[&_.setup-foot]:pb-4`,
  ],
};
