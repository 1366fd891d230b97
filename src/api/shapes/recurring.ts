import * as v from 'valibot';
import type { PresentedOccurrence } from '../../domain/recurring/occurrences/read.ts';
import { OCCURRENCE_SCOPES } from '../../domain/recurring/occurrences/schema.ts';
import type { PresentedTemplate } from '../../domain/recurring/templates/read.ts';
import { END_TYPES, INTERVAL_TYPES } from '../../domain/recurring/templates/schema.ts';
import { CURRENCY_CODES } from '../../i18n/currencies.ts';
import {
  amountShape,
  countShape,
  dateShape,
  idShape,
  instantShape,
  nullableText,
  timeShape,
  timezoneShape,
  typeShape,
} from './values.ts';

const kindShape = v.picklist([...typeShape.options, 'transfer']);

/** Only in an account in another currency than the person's. */
const chargedEntries = {
  account_amount: v.optional(amountShape),
  account_currency: v.optional(v.picklist(CURRENCY_CODES)),
};

export const templateShape = v.object({
  id: idShape,
  name: v.string(),
  description: v.string(),
  notes: nullableText,
  amount: v.pipe(
    v.nullable(v.pipe(amountShape, v.minValue(0))),
    v.description(
      'In your currency, and null while no rate is known; of a transfer, as of its transactions, in that of the account that it leaves.',
    ),
  ),
  type: kindShape,
  category_id: v.nullable(idShape),
  account_id: idShape,
  ...chargedEntries,
  rate: v.pipe(
    v.optional(v.nullable(v.number())),
    v.description(
      'In an account of another currency, and of a transfer between two such accounts: your currency for one of its, fixed for all occurrences; null while none is known.',
    ),
  ),
  /** Only of a transfer; by the name of transfers too. */
  account_to: v.optional(idShape),
  to_account_id: v.optional(idShape),
  amount_to: v.pipe(
    v.optional(v.nullable(amountShape)),
    v.description(
      'Of a transfer between currencies: in that of the account where it arrives; null where it follows the rate.',
    ),
  ),
  category_name: v.string(),
  interval_type: v.picklist(INTERVAL_TYPES),
  interval: countShape,
  day_of_month: countShape,
  day_of_week: countShape,
  start_date: dateShape,
  end_type: v.picklist(END_TYPES),
  end_date: v.nullable(dateShape),
  max_occurrences: v.nullable(countShape),
  is_active: v.boolean(),
  timezone: timezoneShape,
  preferred_time: timeShape,
  next_date: v.nullable(dateShape),
  occurrences_count: countShape,
  skipped_dates: v.array(dateShape),
  monthly_equivalent: v.pipe(
    v.nullable(amountShape),
    v.description('In your currency; null while no rate is known.'),
  ),
  prices: v.pipe(
    v.array(
      v.object({
        from: v.nullable(dateShape),
        until: v.nullable(dateShape),
        amount: v.nullable(amountShape),
        type: kindShape,
      }),
    ),
    v.description(
      'In the currency of `amount`: what its transactions cost, one price after another; the first and the last day are open.',
    ),
  ),
  created_at: instantShape,
  updated_at: instantShape,
}) satisfies v.GenericSchema<PresentedTemplate>;

export type TemplateData = v.InferOutput<typeof templateShape>;

export const occurrenceShape = v.object({
  date: dateShape,
  amount: v.nullable(amountShape),
  ...chargedEntries,
  type: kindShape,
});

export const scopePreviewShape = v.object({
  updated_count: countShape,
  past_count: countShape,
  coming_count: countShape,
  occurrences: v.array(occurrenceShape),
});

const impactShape = v.object({
  count: countShape,
  first_date: dateShape,
  last_date: dateShape,
  edited_count: countShape,
  other_currency_count: countShape,
});

const scopeShape = v.picklist(OCCURRENCE_SCOPES);

const scopeImpactsShape = v.object({ single: impactShape, future: impactShape, all: impactShape });

export const occurrenceDetailsShape = v.object({
  template_id: v.nullable(idShape),
  name: nullableText,
  next_dates: v.array(dateShape),
  is_ahead: v.boolean(),
  never_ends: v.boolean(),
  removal: scopeImpactsShape,
  change: v.nullable(scopeImpactsShape),
  choices: v.pipe(
    v.object({ removal: v.array(scopeShape), change: v.array(scopeShape) }),
    v.description('The scopes that differ in their effect.'),
  ),
}) satisfies v.GenericSchema<PresentedOccurrence>;

export type OccurrenceData = v.InferOutput<typeof occurrenceDetailsShape>;
