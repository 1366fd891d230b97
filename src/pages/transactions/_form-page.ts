import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import type { WritingStyle } from '../../browser/core/forms/form-values.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import type { TransactionRow } from '../../db/tables.ts';
import { type AmountStyle, amountStyle } from '../../domain/amount-text.ts';
import { isDate, localNow, todayOf } from '../../domain/calendar.ts';
import { listCategories, type PresentedCategory } from '../../domain/categories/list.ts';
import { categoryName } from '../../domain/categories/name.ts';
import { categoriesById } from '../../domain/categories/read.ts';
import { newCategorySchema } from '../../domain/categories/schema.ts';
import type { SignedIn } from '../../domain/context.ts';
import { hasTime } from '../../domain/ledger/untimed.ts';
import { toDecimal } from '../../domain/money.ts';
import { accountChoices } from '../../domain/money-accounts/choices/choices.ts';
import { currencyIn } from '../../domain/money-accounts/choices/offered.ts';
import { describeOccurrence, presentOccurrence } from '../../domain/recurring/occurrences/read.ts';
import { TYPES } from '../../domain/schemas.ts';
import { DATE_PRESETS, presetDate, START_PRESETS } from '../../domain/transactions/date-presets.ts';
import { listPayees } from '../../domain/transactions/list/payees.ts';
import { paidEntries } from '../../domain/transactions/paid.schema.ts';
import { type Entry, originalOf } from '../../domain/transactions/present.ts';
import { formChoices } from '../../domain/transactions/read.ts';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import { startValues, type TransactionValues, type Writer } from '../../domain/transactions/start-values.ts';
import { backFrom } from '../../http/pages/return-to.ts';
import { formKey } from '../../http/pages/submit.ts';
import { FORM_TEXTS, textsFor } from '../../i18n/needed-texts.ts';
import { writingOf } from '../../i18n/preferences.ts';
import type { FormProperties } from '../../islands/form/form-properties.ts';

export async function valuesOf(
  context: SignedIn,
  entry: Entry | null,
  mode: Mode,
): Promise<TransactionValues> {
  const { viewer, now } = context;
  const row = entry && {
    ...entry.row,
    amount: toDecimal(entry.row.amount),
    account_amount: entry.row.account_amount === null ? null : toDecimal(entry.row.account_amount),
    original: originalOf(entry.row),
    has_time: await hasTime(context, entry.row),
  };
  return startValues(
    mode,
    row ?? undefined,
    localNow(now, viewer.preferences.timezone),
    await writerOf(context),
  );
}

type Mode = FormProperties['mode'];

/** The viewer as a writer of transactions, with the account that they used last. */
export async function writerOf(context: SignedIn): Promise<Writer> {
  const { currency, preferences } = context.viewer;
  return { currency, preferences: { ...preferences, ...(await accountChoices(context)) } };
}

/** The start values with what was typed; an unknown type counts as not chosen. */
export function typedOver<Values extends TransactionValues>(
  untouched: Values,
  typed: Record<string, string>,
): Values {
  const isOffered = TYPES.some((type) => type === typed.type);
  return { ...untouched, ...typed, ...(!isOffered && { type: untouched.type }) };
}

/** The sent fields as texts. */
export function sentTexts({ locals }: AstroGlobal): Record<string, string> {
  return Object.fromEntries([...(locals.form ?? [])].map(([name, value]) => [name, String(value)]));
}

/** The values after a preset button was pressed without JavaScript: the typed ones, with the date or time filled in. */
export function presetValues<Values extends TransactionValues>(
  page: AstroGlobal,
  context: SignedIn,
  values: Values,
): Values {
  const { preset = '', ...typed } = sentTexts(page);
  const [field, value = ''] = preset.split(/:(.+)/);
  const submitted = typedOver(values, typed);
  if (field === 'time') return { ...submitted, time: value };
  const chosen = [...DATE_PRESETS, ...START_PRESETS].find((name) => field === 'date' && name === value);
  if (!chosen) return submitted;
  const { timezone, week_start } = context.viewer.preferences;
  return { ...submitted, date: presetDate(chosen, localNow(context.now, timezone).date, week_start) };
}

export function isPreset({ locals }: AstroGlobal): boolean {
  return Boolean(locals.form?.has('preset'));
}

/** How an amount of an account is written; without one, as in use cases, of the first. */
export async function styleIn(context: SignedIn, accountId: string | undefined): Promise<AmountStyle> {
  const { currency, preferences } = context.viewer;
  const choices = await accountChoices(context);
  const first = choices.accounts?.find(({ isArchived }) => !isArchived)?.id;
  return amountStyle({ preferences, currency: currencyIn({ ...choices, currency }, accountId || first) });
}

/**
 * The schema of the sent form by the person's day and notation of amounts, with a category that may be created together.
 * @param current the values of the transaction that is edited
 */
export async function formSchema(page: AstroGlobal, context: SignedIn, current?: TransactionValues) {
  const typed = sentTexts(page);
  const style = await styleIn(context, typed.accountId || current?.accountId);
  const { entries } = transactionFormSchema(todayOf(context), style, {
    current,
    categoryName: await sentCategory(page, context),
    takesOther: Boolean((await accountChoices(context)).accounts),
    typed,
    isStored: current !== undefined,
    paid: paidEntries,
    own: context.viewer.currency,
  });
  return v.object({ ...entries, ...newCategorySchema.entries });
}

/** The name of the category that was sent; empty without one. */
async function sentCategory(page: AstroGlobal, context: SignedIn): Promise<string> {
  const { newCategoryName, categoryId = '' } = sentTexts(page);
  if (newCategoryName || !categoryId) return newCategoryName ?? '';
  const category = (await categoriesById(context)).get(categoryId);
  return category ? categoryName(category, context.locale) : '';
}

export function dateInAddress({ url }: AstroGlobal): string | undefined {
  const date = url.searchParams.get('date') ?? '';
  return isDate(date) ? date : undefined;
}

export async function formProperties(
  page: AstroGlobal,
  context: SignedIn,
  mode: Mode,
  { categoryId }: Pick<TransactionValues, 'categoryId'>,
) {
  const { viewer, now, locale } = context;
  const categories = await offeredCategories(context, categoryId);
  return {
    action: page.url.pathname + page.url.search,
    csrf: page.locals.csrf,
    formKey: formKey(page),
    mode,
    categories: categories.map(({ id, name, localized_name, type, icon, color, language }) => ({
      id,
      name,
      localized_name,
      type,
      icon,
      color,
      language,
    })),
    payees: (await listPayees(context)).map(({ name }) => name),
    texts: textsFor(locale, FORM_TEXTS),
    language: locale,
    today: todayOf({ viewer, now }),
    writing: await writingStyle(context),
    timezone: viewer.preferences.timezone,
    opensMore: /^(time|date:(?!today|yesterday|beforeYesterday))/.test(
      String(page.locals.form?.get('preset') ?? ''),
    ),
    cancelHref: backFrom(page.url),
  };
}

// An archived category is offered if it is chosen, so that saving does not remove it.
async function offeredCategories(context: SignedIn, chosen: string): Promise<PresentedCategory[]> {
  const all = await listCategories(context, { archived: true, hidden: true });
  return all.filter(({ id, is_archived, is_hidden }) => id === chosen || !(is_archived || is_hidden));
}

/** The recurring template of a transaction, for a page; null without one. */
export async function occurrenceParts(
  { locals }: AstroGlobal,
  context: SignedIn,
  { row }: Entry<TransactionRow>,
) {
  const around = await describeOccurrence(context, row);
  if (!around) return null;
  return { around: presentOccurrence(around), t: locals.t as Translate, format: locals.format };
}

/** A person's notation of amounts, dates and times, without their other preferences; and their accounts. */
export async function writingStyle(context: SignedIn): Promise<WritingStyle> {
  const { viewer } = context;
  return {
    currency: viewer.currency,
    ...writingOf(viewer.preferences),
    ...(await formChoices(context)),
  };
}
