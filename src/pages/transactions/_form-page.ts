import type { AstroGlobal } from 'astro';
import { localNow, plusDays } from '../../domain/calendar.ts';
import { listCategories } from '../../domain/categories/list.ts';
import type { SignedIn } from '../../domain/context.ts';
import { newId } from '../../domain/id.ts';
import type { Entry } from '../../domain/transactions/present.ts';
import { FORM_KEY } from '../../door/create-once.ts';
import { returnTo } from '../../door/return-to.ts';
import { CURRENCIES } from '../../i18n/preferences.ts';
import type {
  TransactionFormProperties,
  TransactionValues,
} from '../../islands/transaction/form-properties.ts';
import { transactionFormTexts } from '../../islands/transaction/form-texts.ts';

/** What a form that nobody has touched holds: of a transaction if there is one, else of today. */
export function valuesOf({ viewer, now }: SignedIn, entry: Entry | null, mode: Mode): TransactionValues {
  const here = localNow(now, viewer.preferences.timezone);
  const row = entry?.row;
  return {
    type: row?.type ?? 'expense',
    amount: row ? (row.amount / 100).toFixed(2) : '',
    description: row?.description ?? '',
    categoryId: row?.category_id ?? '',
    date: (mode === 'edit' && row?.date) || here.date,
    time: (mode === 'edit' && row?.time) || here.time,
    notes: row?.notes ?? '',
  };
}

type Mode = TransactionFormProperties['mode'];

/** The values after a preset button was pressed without JavaScript: what was typed, with date or time filled in. */
export function presetValues(
  { locals }: AstroGlobal,
  context: SignedIn,
  values: TransactionValues,
): TransactionValues {
  const preset = locals.form?.get('preset');
  const [field, wanted = ''] = typeof preset === 'string' ? preset.split(/:(.+)/) : [];
  const typed = Object.fromEntries([...(locals.form ?? [])].map(([name, value]) => [name, String(value)]));
  const kept = { ...values, ...typed };
  const { date } = localNow(context.now, context.viewer.preferences.timezone);
  if (field === 'date') return { ...kept, date: wanted === 'yesterday' ? plusDays(date, -1) : date };
  return field === 'time' ? { ...kept, time: wanted } : kept;
}

/** Whether a posted form only asks for a preset. */
export function isPreset({ locals }: AstroGlobal): boolean {
  return Boolean(locals.form?.has('preset'));
}

/** Where a form goes back to: the page that its address names, or the list. */
export function backFrom({ url }: AstroGlobal): string {
  const wanted = url.searchParams.get('return');
  return wanted ? returnTo(wanted) : '/transactions';
}

// A form that comes back with errors is still the same showing of it.
function formKey({ locals }: AstroGlobal, { now }: SignedIn): string {
  const given = locals.form?.get(FORM_KEY);
  return typeof given === 'string' && given ? given : newId(now);
}

/** Everything the form component takes besides values and errors. */
export async function formProperties(page: AstroGlobal, context: SignedIn, mode: Mode) {
  const { viewer, now, locale } = context;
  const categories = await listCategories(context, {
    type: undefined,
    defaults_only: false,
    user_only: false,
    archived: false,
  });
  return {
    action: page.url.pathname + page.url.search,
    csrf: page.locals.csrf,
    formKey: formKey(page, context),
    mode,
    categories: categories.map(({ id, name, type, icon, color, language }) => ({
      id,
      name,
      type,
      icon,
      color,
      language,
    })),
    texts: transactionFormTexts(locale),
    language: locale,
    today: localNow(now, viewer.preferences.timezone).date,
    timezone: viewer.preferences.timezone,
    currencySymbol: CURRENCIES[viewer.currency],
    cancelHref: backFrom(page),
  };
}
