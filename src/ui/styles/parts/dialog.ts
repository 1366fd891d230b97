import { CIRCLE, COLUMN, LOW, on, SPREAD } from './shorthands.ts';

export const PARTS = {
  details: `${COLUMN} items-start gap-3`,
  'details-title': 'text-lg font-600 wrap-anywhere',
  'details-list': [
    'w-full',
    // Side by side if both fit, whatever the size of the text.
    on('[&>div]:', 'flex flex-wrap gap-x-4 gap-y-1 py-3 border-bs'),
    on('[&_dt]:', 'flex-[0_1_8rem] text-muted'),
    on('[&_dd]:', 'flex-[1_1_8rem] min-w-0 font-600 wrap-anywhere'),
  ],
  dialog: [
    'w-[min(40rem,100vw-2rem)] max-h-[calc(100dvh-2rem)] p-0 border rounded-lg bg-surface text-text',
    'shadow-float overscroll-contain',
    on('[&[open]]:', 'flex flex-col [animation:appear_.15s_ease-out]'),
    'backdrop:[background:var(--backdrop)]',
    on(
      'max-sm:',
      '[--rise:1rem] w-[100vw] max-w-none max-h-[94dvh] mb-0 mx-0 pb-[env(safe-area-inset-bottom)] [border-end-start-radius:0] [border-end-end-radius:0]',
    ),
  ],

  'dialog-header': [
    'flex items-center justify-end gap-2 ps-6 pe-3 py-3 border-be',
    'max-sm:ps-4 [&>h2]:flex-1 [&>h2]:text-1.25rem [&>.button-icon]:text-1.5rem',
  ],
  // Where its buttons are sticky: on a lower screen the focus would be scrolled out of view.
  'dialog-form': `[@media(min-height:35rem)]:scroll-pb-32 ${LOW}scroll-pb-20`,
  // Relative, so that hidden content does not lengthen the dialog, which would then scroll as well.
  'dialog-body': `${COLUMN} relative gap-5 min-h-0 p-6 overflow-y-auto max-sm:px-4`,
  'dialog-footer': 'flex flex-wrap gap-3 px-6 py-4 border-bs max-sm:px-4',
  'dialog-subject': [
    `${SPREAD} items-center gap-x-4 gap-y-1 px-4 py-3.5 border border-transparent rounded bg-sunken font-600`,
  ],
  'success-panel': [
    `${COLUMN} items-center gap-3 py-8 text-income text-lg font-600 text-center`,
    on('[&>[aria-hidden]]:', `${CIRCLE} bg-income-soft text-2xl`),
  ],
  'panel-title': 'text-xl focus:[outline:none] focus:[box-shadow:none]',
};

export const MODIFIERS = {
  // A page as a panel: its card is the dialog itself.
  panel: [
    on('[&_.form-page]:', 'max-w-none p-0 border-0 [box-shadow:none]'),
    '[&_.data-table_tbody_:is(th,td)]:py-1.5',
  ],
  // Leaves the page behind it visible, which shows the chosen settings.
  'display-panel': [
    'backdrop:[background:none] border-control sm:me-6 max-sm:max-h-[75dvh]',
    // If there is room, Save and Cancel stay in view.
    on(
      '[@media(height>=45rem),(width>=40rem)_and_(height>=40rem)]:',
      '[&_.dialog-body]:scroll-pb-36 [&_.form>.button-row]:[position:sticky] [&_.form>.button-row]:bottom--6 [&_.form>.button-row]:z-1 [&_.form>.button-row]:py-4 [&_.form>.button-row]:bg-surface [&_.form>.button-row]:border-bs',
    ),
  ],
  'details-notes': 'font-400 whitespace-pre-line',

  'summary-amount': [
    'text-2xl font-700 leading-1.2 wrap-anywhere whitespace-normal',
    '[.details_&]:text-[clamp(1.75rem,8vw,2.25rem)]',
  ],
  'dialog-small': 'sm:w-[min(28rem,100vw-2rem)]',
  'dialog-large': 'sm:w-[min(60rem,100vw-2rem)]',
};
