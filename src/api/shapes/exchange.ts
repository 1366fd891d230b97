import * as v from 'valibot';
import type { presentConverted, presentRates } from '../../domain/exchange/present.ts';
import { CURRENCY_CODES } from '../../i18n/currencies.ts';
import { amountShape, dateShape, instantShape } from './values.ts';

const rateShape = v.pipe(v.number(), v.gtValue(0));

export const ratesShape = v.object({
  base: v.picklist(CURRENCY_CODES),
  date: dateShape,
  fetched_at: instantShape,
  stale: v.boolean(),
  source: v.string(),
  rates: v.record(v.string(), rateShape),
}) satisfies v.GenericSchema<ReturnType<typeof presentRates>>;

export const convertedShape = v.object({
  amount: amountShape,
  result: amountShape,
  rate: rateShape,
  date: dateShape,
  stale: v.boolean(),
}) satisfies v.GenericSchema<ReturnType<typeof presentConverted>>;
