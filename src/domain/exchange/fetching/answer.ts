import * as v from 'valibot';
import { CURRENCY_CODES } from '../../../i18n/currencies.ts';
import { isDate, plusDays } from '../../calendar.ts';
import type { DailyRates, RateTable } from '../rates.ts';

// Between these limits, JavaScript writes a number without an exponent, exactly as it was sent.
const rate = v.pipe(v.number(), v.finite(), v.minValue(0.000_001), v.maxValue(1_000_000_000));

const rates = v.record(v.string(), v.unknown());
const code = v.picklist(CURRENCY_CODES);

const apiFields = {
  result: v.literal('success'),
  base_code: code,
  time_last_update_unix: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
};

/** ExchangeRate-API, open (`https://open.er-api.com/v6/latest/USD`) or by account, whose table has another name. */
const exchangeRateApi = v.union([
  v.object({ ...apiFields, rates }),
  v.pipe(
    v.object({ ...apiFields, conversion_rates: rates }),
    v.transform(({ conversion_rates, ...others }) => ({ ...others, rates: conversion_rates })),
  ),
]);

/** Frankfurter, `https://api.frankfurter.dev/v1/latest?base=USD`, and others with the same format. */
const frankfurter = v.object({
  amount: v.optional(v.literal(1)),
  base: code,
  date: v.optional(v.pipe(v.string(), v.check(isDate))),
  rates,
});

const answer = v.union([exchangeRateApi, frankfurter]);

/**
 * The rates in a provider's response, in either format; those without a date are of today.
 * @param today in UTC
 * @throws Error when one of the nine rates is missing or not a positive number, or when their date lies in the future
 */
export function readAnswer(text: string, today: string): DailyRates {
  const parsed = v.parse(answer, JSON.parse(text));
  const base = 'base' in parsed ? parsed.base : parsed.base_code;
  const date = dateOf(parsed) ?? today;
  // In some time zones it is already tomorrow.
  if (date > plusDays(today, 1)) throw new Error('the rates are of a day to come');
  return { date, base, rates: tableOf(parsed.rates, base) };
}

function dateOf(parsed: v.InferOutput<typeof answer>): string | undefined {
  if ('base' in parsed) return parsed.date;
  const { time_last_update_unix: seconds } = parsed;
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString().slice(0, 10);
}

// Some providers leave out the base, which is 1.
function tableOf(values: Record<string, unknown>, base: keyof RateTable): RateTable {
  const pairs = CURRENCY_CODES.map((currency) => {
    const value = currency === base ? (values[currency] ?? 1) : values[currency];
    return [currency, String(v.parse(rate, value))];
  });
  const table = Object.fromEntries(pairs) as RateTable;
  if (table[base] !== '1') throw new Error('the base is not worth one of itself');
  return table;
}
