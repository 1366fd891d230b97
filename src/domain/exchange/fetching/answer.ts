import * as v from 'valibot';
import { CURRENCY_CODES } from '../../../i18n/currencies.ts';
import { isDate, plusDays } from '../../calendar.ts';
import type { DailyRates, RateTable } from '../rates.ts';

// Between these limits a number of JavaScript is written without an exponent, exactly as it was sent.
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

/** Frankfurter, `https://api.frankfurter.dev/v1/latest?base=USD`, and others that answer like it. */
const frankfurter = v.object({
  amount: v.optional(v.literal(1)),
  base: code,
  date: v.optional(v.pipe(v.string(), v.check(isDate))),
  rates,
});

const answer = v.union([exchangeRateApi, frankfurter]);

/**
 * The rates in a provider's answer, in either of the two shapes. Without a date they are those of the day.
 * @param today in UTC
 * @throws Error when a rate of the nine is missing, is no positive number, or is of a day to come
 */
export function readAnswer(text: string, today: string): DailyRates {
  const read = v.parse(answer, JSON.parse(text));
  const base = 'base' in read ? read.base : read.base_code;
  const date = dateOf(read) ?? today;
  // Somewhere it is tomorrow already.
  if (date > plusDays(today, 1)) throw new Error('the rates are of a day to come');
  return { date, base, rates: tableOf(read.rates, base) };
}

function dateOf(read: v.InferOutput<typeof answer>): string | undefined {
  if ('base' in read) return read.date;
  const { time_last_update_unix: seconds } = read;
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString().slice(0, 10);
}

// Some leave out the base, which is worth one of itself.
function tableOf(stated: Record<string, unknown>, base: keyof RateTable): RateTable {
  const pairs = CURRENCY_CODES.map((currency) => {
    const value = currency === base ? (stated[currency] ?? 1) : stated[currency];
    return [currency, String(v.parse(rate, value))];
  });
  const table = Object.fromEntries(pairs) as RateTable;
  if (table[base] !== '1') throw new Error('the base is not worth one of itself');
  return table;
}
