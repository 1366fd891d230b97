import * as v from 'valibot';
import { currencySchema } from '../../domain/currency.ts';
import { type Conversion, convertSchema } from '../../domain/exchange/schema.ts';
import { fieldErrorText } from '../../http/error-text.ts';
import { check } from '../../http/input.ts';
import { CURRENCY_CODES, type Currency } from '../../i18n/currencies.ts';

/** `values` are as the fields show them, with the messages of errors. */
interface Request {
  fields: { amount: string; from: string; to: string };
  errors: Record<string, string>;
  conversion?: Conversion;
}

/** Reads the address of the calculator; without a query, 100 of the person's own currency are converted. */
export function readAddress({ url, locals }: { url: URL; locals: App.Locals }, own: Currency): Request {
  const { t, format, viewer } = locals;
  const query = url.searchParams;
  const start = { amount: '100', from: own, to: own === 'USD' ? 'EUR' : 'USD' };
  const field = (name: keyof typeof start) => query.get(name) ?? start[name];
  const fields = { amount: field('amount'), from: field('from'), to: field('to') };
  const { input, errors = [] } = {
    input: undefined,
    ...check(convertSchema(fields.from, viewer?.preferences), fields),
  };
  if (input) return { fields: { ...fields, from: input.from, to: input.to }, errors: {}, conversion: input };
  const nameOf = (name: 'from' | 'to') => {
    const parsed = v.safeParse(currencySchema, fields[name]);
    return parsed.success ? parsed.output : fields[name];
  };
  const texts = errors.map((error) => [error.field, fieldErrorText(error, t, format.date)] as const);
  return {
    fields: { ...fields, from: nameOf('from'), to: nameOf('to') },
    errors: Object.fromEntries(texts),
  };
}

export function ownFirst(own: Currency): Currency[] {
  return [own, ...CURRENCY_CODES.filter((code) => code !== own)];
}

export function exchangeHref(fields: { amount: string; from: string; to: string }): string {
  return `/exchange?${new URLSearchParams(fields)}`;
}
