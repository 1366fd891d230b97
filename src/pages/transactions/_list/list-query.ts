import { type AmountStyle, amountStyle } from '../../../domain/amount-text.ts';
import { localNow } from '../../../domain/calendar.ts';
import type { SignedIn } from '../../../domain/context.ts';
import { type ListInput, listSchema } from '../../../domain/transactions/list/filter.ts';
import {
  type FilterCategory,
  filterCategories,
} from '../../../domain/transactions/list/filter-categories.ts';
import { datesOfPeriod, type Period } from '../../../domain/transactions/list/periods.ts';
import { check, read } from '../../../http/input.ts';
import type { TextKey } from '../../../i18n/texts.ts';
import { typedEnd } from '../_filters/amount-ends.ts';
import { type Given, naturalOrder } from './list-address.ts';

/** The query of a list from a parsed address. */
export interface ListQuery {
  given: Given;
  /** The input of the use case, without invalid filters. */
  input: ListInput;
  /** Everything that the person has. */
  categories: FilterCategory[];
  /** Field of the filters → its fault. */
  faults: Faults;
}

/** The filters that are left out by themselves when they are invalid. */
const CHECKED = ['search', 'merchant_name', 'payee', 'weekday', 'monthDay', 'hour'] as const;

type Faults = { [field: string]: TextKey };

/** The query of an address; an invalid filter is left out of `input` and named in `faults`. */
export async function readListQuery(context: SignedIn, given: Given): Promise<ListQuery> {
  const categories = await filterCategories(context);
  const faults = faultsIn(given, context, categories);
  const isKnown = (id: string) => id === 'none' || categories.some((category) => category.id === id);
  const wanted: Given = {
    ...given,
    ...datesOfAddress(given, context),
    category: given.category?.split(',').filter(isKnown).join(','),
    order: given.order ?? naturalOrder(given.status, given.sort ?? 'date'),
  };
  if (faults.dateFrom || faults.dateTo === 'errors:datesOrder') wanted.dateFrom = undefined;
  if (faults.dateTo) wanted.dateTo = undefined;
  if (faults.max === 'errors:amountsOrder') wanted.amountRange = undefined;
  for (const field of CHECKED) if (faults[field]) wanted[field] = undefined;
  return { given, input: read(listSchema, wanted), categories, faults };
}

function faultsIn(given: Given, { viewer }: SignedIn, categories: FilterCategory[]): Faults {
  const { dateFrom, dateTo } = given;
  const faults: Faults = {};
  // One by one, so that all faults are reported together.
  for (const field of [...CHECKED, 'dateFrom', 'dateTo'] as const) {
    if (given[field] === undefined) continue;
    const [fault] = check(listSchema, { [field]: given[field] }).faults ?? [];
    if (fault) faults[fault.field] = fault.message;
  }
  if (!faults.dateFrom && !faults.dateTo && dateFrom && dateTo && dateFrom > dateTo) {
    faults.dateTo = 'errors:datesOrder';
  }
  const unknown = given.category
    ?.split(',')
    .some((id) => id !== 'none' && !categories.some((category) => category.id === id));
  if (unknown) faults.category = 'errors:categoriesUnknown';
  return { ...faults, ...faultsOfAmounts(given, amountStyle(viewer)) };
}

function faultsOfAmounts({ min = '', max = '', amountRange = '-' }: Given, style: AmountStyle): Faults {
  const faults: Faults = {};
  for (const [field, text] of Object.entries({ min, max })) {
    const fault = typedEnd(text, style)?.fault;
    if (fault) faults[field] = fault;
  }
  const [low = '', high = ''] = amountRange.split('-');
  if (low && high && Number(low) > Number(high)) faults.max = 'errors:amountsOrder';
  return faults;
}

function datesOfAddress({ period }: Given, { viewer, now }: SignedIn): Given {
  if (!period) return {};
  const { timezone, week_start } = viewer.preferences;
  const { from, to } = datesOfPeriod(period as Period, localNow(now, timezone).date, week_start);
  return { dateFrom: from, dateTo: to };
}
