import * as v from 'valibot';
import { type AmountStyle, amountStyle, readingsOf } from '../../../domain/amount-text.ts';
import { localNow, todayOf } from '../../../domain/calendar.ts';
import type { SignedIn } from '../../../domain/context.ts';
import { blankable } from '../../../domain/schemas.ts';
import { type ListInput, listSchema, statusByDates } from '../../../domain/transactions/list/filter.ts';
import { type FilterNames, filterNames } from '../../../domain/transactions/list/filter-names.ts';
import { datesOfPeriod, PERIODS, type Period } from '../../../domain/transactions/list/periods.ts';
import { check, read } from '../../../http/input.ts';
import { CURRENCIES } from '../../../i18n/currencies.ts';
import { dateFieldText, EXAMPLE_DATE } from '../../../i18n/format.ts';
import type { TextKey } from '../../../i18n/texts.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { typedEnd } from '../_filters/amount-ends.ts';
import { type ListParams, NAMES, naturalOrder, SORTS } from './list-address.ts';

export interface ListQuery extends FilterNames {
  params: ListParams;
  valid: ListParams;
  input: ListInput;
  errors: Errors;
}

const TOGETHER = ['category', 'account', 'dateFrom', 'dateTo', 'amountRange', 'min', 'max', 'order'];

/** The parameters that are left out separately if they are invalid. */
const CHECKED = NAMES.filter((name) => !TOGETHER.includes(name));

const addressSchema = v.object({
  ...listSchema.entries,
  status: blankable(v.picklist(['upcoming'], 'errors:statusUnknown')),
  period: blankable(v.picklist(PERIODS, 'errors:periodUnknown')),
  // Includes the order.
  sort: blankable(v.picklist(SORTS, 'errors:sortUnknown')),
});

/** The fields that have several ids: which of them there are, and the message about others. */
const CHOSEN = {
  category: {
    isKnown:
      ({ categories }: FilterNames) =>
      (id: string) =>
        id === 'none' || categories.some((category) => category.id === id),
    error: 'errors:categoriesUnknown',
  },
  account: {
    isKnown:
      ({ accounts }: FilterNames) =>
      (id: string) =>
        accounts.some((account) => account.id === id),
    error: 'errors:accountsUnknown',
  },
} as const;

type Errors = { [field: string]: TextKey };

/** Parses an address; invalid values are left out of `input` and named in `errors`. */
export async function readListQuery(context: SignedIn, params: ListParams): Promise<ListQuery> {
  const names = await filterNames(context);
  const errors = errorsIn(params, context, names);
  const known = (name: keyof typeof CHOSEN) =>
    params[name]?.split(',').filter(CHOSEN[name].isKnown(names)).join(',');
  const valid: ListParams = { ...params, category: known('category'), account: known('account') };
  if (errors.dateFrom || errors.dateTo === 'errors:datesOrder') valid.dateFrom = undefined;
  if (errors.dateTo) valid.dateTo = undefined;
  if (errors.max === 'errors:amountsOrder') valid.amountRange = undefined;
  for (const field of CHECKED) if (errors[field]) valid[field] = undefined;
  const today = todayOf(context);
  const dated: ListParams = { ...valid, ...datesOfAddress(valid, context) };
  const parameters: ListParams = {
    ...dated,
    status: statusByDates(dated.status, dated, today),
    order: valid.order ?? naturalOrder(valid.status, valid.sort ?? 'date'),
  };
  return {
    params,
    valid,
    input: { ...read(listSchema, parameters), includeTransfers: true },
    ...names,
    errors,
  };
}

export function errorTexts(
  { params, errors }: ListQuery,
  { viewer }: Pick<SignedIn, 'viewer'>,
  t: Translate,
) {
  const style = amountStyle(viewer);
  const example = dateFieldText(EXAMPLE_DATE, viewer.preferences);
  const textOf = (field: string, error: TextKey) =>
    t(error, {
      currency: CURRENCIES[style.currency],
      example,
      ...readingsOf(params[field as 'min'] ?? '', style),
    });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, textOf(field, error)]));
}

function errorsIn(params: ListParams, { viewer }: SignedIn, names: FilterNames): Errors {
  const { dateFrom, dateTo } = params;
  const errors: Errors = {};
  // One by one, so that all errors are reported together.
  for (const field of [...CHECKED, 'dateFrom', 'dateTo'] as const) {
    if (params[field] === undefined) continue;
    const [error] = check(addressSchema, { [field]: params[field] }).errors ?? [];
    if (error) errors[error.field] = error.message;
  }
  if (!errors.dateFrom && !errors.dateTo && dateFrom && dateTo && dateFrom > dateTo) {
    errors.dateTo = 'errors:datesOrder';
  }
  for (const name of ['category', 'account'] as const) {
    const { isKnown, error } = CHOSEN[name];
    if (params[name]?.split(',').some((id) => !isKnown(names)(id))) errors[name] = error;
  }
  return { ...errors, ...errorsOfAmounts(params, amountStyle(viewer)) };
}

function errorsOfAmounts({ min = '', max = '', amountRange = '-' }: ListParams, style: AmountStyle): Errors {
  const errors: Errors = {};
  for (const [field, text] of Object.entries({ min, max })) {
    const error = typedEnd(text, style)?.error;
    if (error) errors[field] = error;
  }
  const [low = '', high = ''] = amountRange.split('-');
  if (low && high && Number(low) > Number(high)) errors.max = 'errors:amountsOrder';
  return errors;
}

function datesOfAddress({ period }: ListParams, { viewer, now }: SignedIn): ListParams {
  if (!period) return {};
  const { timezone, week_start } = viewer.preferences;
  const { from, to } = datesOfPeriod(period as Period, localNow(now, timezone).date, week_start);
  return { dateFrom: from, dateTo: to };
}
