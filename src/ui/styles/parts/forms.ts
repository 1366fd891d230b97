import { CARD, COLUMN, columns, LOW, on, SPREAD, tone } from './shorthands.ts';

const FIELD = `${COLUMN} items-stretch gap-1.5`;
const INVALID = 'ps-3.5 border-s-4 border-expense';
const CHOSEN = 'border-accent ring-accent bg-accent-soft';
/** An invisible radio button that covers its label, so that it can be pressed and found. */
const RADIO_OPTION = `relative flex items-center gap-2 min-h-11 py-1.5 border rounded bg-surface text-0.9375rem cursor-pointer [&:hover:not(:has(:checked))]:border-control ${on('chosen:', `${CHOSEN} text-accent-strong font-600`)} ${on('[&>input]:', 'absolute inset-0 size-full opacity-0 cursor-pointer')}`;

export const PARTS = {
  form: `${COLUMN} gap-5 max-w-[41rem] [.dialog_&_textarea]:scroll-mb-24 [&:has(.foot-scopes_.scopes)_:is(input,select,textarea):not([type=radio])]:scroll-mb-64`,
  'form-grid': `${columns('13rem')} gap-5 items-start [&:has(.new-category[open])]:grid-cols-1`,
  'form-page': `${CARD} gap-6 max-sm:gap-3 w-full max-w-[44rem] mx-auto p-[min(4.4vw,2rem)]`,
  field: `${FIELD} ${on('has-error:', INVALID)}`,
  fieldset: `${FIELD} ${on('is-invalid:', INVALID)}`,
  segmented: `${FIELD} ${on('is-invalid:', INVALID)}`,
  label: 'font-600',
  legend: 'p-0 mb-1.5 font-600',
  optional: 'text-muted font-400 before:[content:attr(data-label)]',
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
    'is-invalid:border-expense is-invalid:ring-expense placeholder:text-muted placeholder:opacity-100',
    '[&:is(textarea)]:min-h-24 [&:is(textarea)]:resize-y',
    on(
      'file:',
      'me-3 px-3 py-1 border border-control rounded-sm bg-sunken text-text cursor-pointer [font:inherit]',
    ),
  ],
  'input-group': [
    'flex [&>.input]:flex-1 [&>.input]:min-w-0',
    // The field itself runs from left to right, so its logical corners could be on the wrong side.
    '[&>.input]:[border-radius:0_var(--radius)_var(--radius)_0]',
    '[&:dir(rtl)>.input]:[border-radius:var(--radius)_0_0_var(--radius)]',
  ],
  affix: [
    'grid place-items-center min-w-11 px-3 border border-control border-e-0 rounded-s bg-sunken',
    'text-muted font-600',
  ],
  // The last of three fills its line where only two fit; four are two by two.
  segments: [
    'flex flex-wrap gap-2 [&>.segment]:flex-[1_1_7.5rem]',
    '[&:has(>:nth-child(4):last-child)>.segment]:basis-[max(7.5rem,34%)]',
  ],
  segment: [
    `${tone('accent')} flex items-center gap-2 min-w-0 min-h-11 px-2 py-2 border border-control`,
    'rounded bg-surface font-600 wrap-anywhere cursor-pointer',
    on('chosen:', 'border-tone ring-tone bg-tone-soft text-tone'),
    '[&>input]:accent-tone',
    'forced-colors:chosen:[outline:2px_solid_Highlight]',
  ],
  choice: ['flex items-start gap-2.5 min-h-11 py-2.5 wrap-anywhere cursor-pointer', '[&>input]:mt-0.5'],
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
  // The notes of a scope appear once it is chosen: the fields above need the height.
  'foot-scopes': [
    '[&>:not(:empty)]:mb-3',
    'sm:[&_.scopes:has(>.choice)]:grid-cols-2',
    '[&_:is(.choice,.scope):not(:has(:checked))_:is(.hint,.scope-about)]:hidden!',
    'max-sm:[&_.scopes:has([value=single]:checked)+.hint]:hidden',
    'max-sm:[&~.button-row>.button]:px-3',
    on('[&_:is(.choice,.scope)]:', 'min-h-8 py-1'),
  ],
  'error-summary': [
    `${COLUMN} gap-2 px-5 py-4 border-2 border-expense rounded bg-surface`,
    on('[&_a]:', 'text-expense font-600'),
  ],
  errors: `${COLUMN} gap-1`,
  or: [
    'flex items-center gap-3',
    on('before:', "[content:''] flex-1 border-bs"),
    on('after:', "[content:''] flex-1 border-bs"),
  ],

  'category-field': `${COLUMN} gap-2.5`,
  // A time runs from left to right, and its button stands at the end of the line.
  picker: `relative [&>.input]:[padding-inline:min(0.75rem,4vw)_min(2.75rem,14vw)] [&:dir(rtl)>.input:dir(ltr)]:[padding-inline:2.75rem_0.75rem] ${on('[&>.category-icon]:', 'absolute top-2 start-2.5 pointer-events-none')} [&>.category-icon+.input]:ps-[2.875rem] [&_.category-icon]:size-7`,
  'picker-button': [
    'absolute top-0 end-0 grid place-items-center w-[min(2.75rem,14vw)] h-11 p-0 border-0 bg-transparent text-muted',
    'cursor-pointer',
  ],
  'picker-list': [
    'fixed z-5 p-1 border border-control rounded',
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
  'new-category': on('[&&>summary]:', 'min-h-9 text-accent text-0.9375rem font-600'),
  'new-category-fields': `${COLUMN} gap-5 mt-1.5 p-4 border rounded bg-sunken`,
  swatches: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,7.75rem),1fr))] gap-1.5',
  swatch: `${RADIO_OPTION} px-2 [&>.dot]:size-5 forced-colors:[&>.dot]:[forced-color-adjust:none]`,
  'icon-sets': `${COLUMN} gap-3 max-h-80 p-1 overflow-y-auto`,
  'icon-set': 'grid grid-cols-[repeat(auto-fill,minmax(2.25rem,1fr))] gap-1',
  'icon-choice': `${RADIO_OPTION} justify-center px-0`,

  'wizard-beside': ['flex flex-wrap items-start gap-6', on('[&>.form]:', 'flex-[1_1_20rem] min-w-0')],
  'wizard-ahead': [
    `${COLUMN} gap-4 flex-[1_1_16rem] min-w-0 max-w-[40rem]`,
    on('min-[48rem]:scripts:', 'sticky top-6'),
    '[@media(scripting:none)]:[&:empty]:hidden',
  ],
  // Sticky if enough height remains for the fields, because Enter in any of them saves; on a phone above its bar. As
  // wide as the fields, so that the dates beside them stay in view. Both follow the size of the text, as no media query
  // does.
  'wizard-foot':
    'sticky z-1 py-4 mb-[max(-1rem,-4vw)] bg-surface w-[max(50%+1.25rem,min(100%,(37.5rem-100%)*99))] bottom-[min(var(--bar),(100vh-35rem)*99)]',
  'dialog-foot': [
    'sticky py-4 -mb-6 bg-surface bottom-[min(-1.5rem,(100vh-35rem)*99)]',
    // Above a phone's keyboard only the buttons.
    on(`${LOW}[&>.button-row]:`, 'sticky z-1 py-2 -mb-6 bg-surface bottom-[min(-1.5rem,(100vh-20rem)*99)]'),
    `${LOW}contents`,
  ],
  'wizard-preview': `${COLUMN} gap-3 [&_.details-list>div]:py-1.5`,
  'wizard-title': 'scroll-mt-40 text-lg',
  'wizard-dates': on('[&>li]:', `${SPREAD} gap-x-4 gap-y-1 py-1 border-bs`),
  // What says more than the dates stays in view: that it begins in the past, that it is paused.
  'wizard-fold': 'max-md:[&:not([open])~:not(.remark)]:hidden',
};

export const MODIFIERS = {
  'form-page-wide': 'min-[60rem]:scripts:max-w-[64rem]',
  'character-count-near': 'text-warning font-600',
  'input-amount': 'text-2xl font-650 tabular-nums',
  'segment-expense': tone('expense'),
  'segment-income': tone('income'),
  scopes: 'grid gap-2',
  'form-summary': `hidden ${on('min-[60rem]:scripts:', 'sticky top-6 flex flex-col items-start gap-2 w-68 wrap-anywhere')} ${on('[&>dl]:', 'w-full grid-cols-[1fr] gap-y-3')} ${on('[&_dd]:', 'text-start text-lg')} min-[60rem]:scripts:[.dialog_&]:top-0`,
  'swatch-automatic': 'col-span-full',
  // Keeps the focused field from being hidden by the sticky buttons and messages.
  wizard: 'max-w-none [&_:is(.field_*,.segments_*,summary,[name=isRecurring])]:scroll-mb-24',
  'wizard-outdated': '[&_*]:text-muted',
};
