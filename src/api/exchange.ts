import * as v from 'valibot';
import { convert, presentConverted, presentRates } from '../domain/exchange/convert.ts';
import { readRates } from '../domain/exchange/read.ts';
import { convertSchema, ratesSchema } from '../domain/exchange/schema.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import { ok } from '../http/delivery/json.ts';
import { CURRENCY_CODES } from '../i18n/currencies.ts';
import { type Endpoints, endpoint, plainEndpoint } from './endpoint.ts';
import { query } from './request.ts';
import { amountShape, dateShape, instantShape } from './shapes/values.ts';

const rateShape = v.pipe(v.number(), v.gtValue(0));

const ratesShape = v.object({
  base: v.picklist(CURRENCY_CODES),
  date: dateShape,
  fetched_at: instantShape,
  stale: v.boolean(),
  source: v.string(),
  rates: v.record(v.string(), rateShape),
}) satisfies v.GenericSchema<ReturnType<typeof presentRates>>;

const convertedShape = v.object({
  amount: amountShape,
  result: amountShape,
  rate: rateShape,
  date: dateShape,
  stale: v.boolean(),
}) satisfies v.GenericSchema<ReturnType<typeof presentConverted>>;

export const exchange: Endpoints = {
  'GET /rates': endpoint({
    summary: 'The rates of a currency against all nine',
    note: '`base` is the viewer’s own currency unless it is given. `date` is the day of the rates and `source` the host that states them. They are fetched again after four hours; after twelve hours without an answer of the providers they are `stale`, and so are rates whose `date` is more than five days ago, whenever they were fetched.',
    query: ratesSchema,
    data: ratesShape.entries,
    refuses: { RATES_UNAVAILABLE: 503 },
    answer: async (context, { base = context.viewer.currency }) =>
      presentRates(await readRates(context, base)),
  }),
  'GET /convert': plainEndpoint({
    summary: 'Convert an amount from one currency to another',
    note: 'The result is the amount times the rate, rounded half up to the decimals of its currency: none for yen, two for all others.',
    query: convertSchema('USD'),
    data: convertedShape.entries,
    refuses: { RATES_UNAVAILABLE: 503 },
    async respond(call) {
      const context = signedIn(call);
      const conversion = query(call, convertSchema(call.req.query('from')));
      return ok(call, presentConverted(await convert(context, conversion)));
    },
  }),
};
