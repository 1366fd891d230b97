import * as v from 'valibot';
import { CURRENCIES, isCurrency } from '../../i18n/currencies.ts';
import { type AmountStyle, readAmount } from '../amount-text.ts';
import { type Foreign, readOther } from '../foreign-amount.ts';
import { amountIssue } from '../schemas.ts';
import { rateSchema } from './money.schema.ts';
import type { FormRules, PaidEntries } from './schema.ts';

/** What people are asked beside the amount who have other currencies. A dialog loads it with the fields. */
export function paidEntries(style: AmountStyle, rules: FormRules): PaidEntries {
  // What is not stored yet was typed, though the form begins with it.
  const { rate, convertedAmount } = (rules.isStored && rules.current) || {};
  const own = { ...style, currency: rules.own ?? style.currency };
  return {
    originalAmount: originalSchema(style, rules),
    rate: formRateSchema(rate),
    convertedAmount: convertedSchema(own, convertedAmount),
  };
}

/** In the person's currency; undefined for the one that is known. */
function convertedSchema(style: AmountStyle, current: string | undefined) {
  return v.pipe(
    v.optional(v.string('errors:amountNumber'), ''),
    v.transform((text) => (text === current ? '' : text)),
    v.rawTransform<string, number | undefined>(({ dataset: { value }, addIssue, NEVER }) => {
      if (value.trim() === '') return undefined;
      const read = readAmount(value, style);
      if ('minor' in read) return Math.abs(read.minor);
      addIssue(amountIssue(read, CURRENCIES[style.currency]));
      return NEVER;
    }),
  );
}

/** What was paid in another currency, which is chosen or written beside it; null where it is taken away. */
function originalSchema(style: AmountStyle, { current, typed }: FormRules) {
  const chosen = isCurrency(typed?.originalCurrency) ? typed.originalCurrency : undefined;
  return v.pipe(
    v.optional(v.string('errors:amountNumber'), ''),
    v.rawTransform<string, Foreign | null | undefined>(({ dataset: { value }, addIssue, NEVER }) => {
      if (value.trim() === '') return current?.originalAmount ? null : undefined;
      const inChosen = { ...style, currency: chosen ?? style.currency };
      const { currency, read } = readOther(value, inChosen) ?? {
        currency: chosen,
        read: readAmount(value, inChosen, { current: current?.originalAmount }),
      };
      if ('minor' in read && currency) return { minor: Math.abs(read.minor), currency };
      if ('minor' in read) addIssue({ message: 'errors:currencyInvalid' });
      else addIssue(amountIssue(read, CURRENCIES[currency ?? style.currency]));
      return NEVER;
    }),
  );
}

/** With the person's decimal mark; undefined for the one that is known. */
export function formRateSchema(current: string | undefined) {
  return v.pipe(
    v.optional(v.string('errors:rateInvalid'), ''),
    v.transform((text) => (text === current ? '' : text.replace(',', '.'))),
    v.check((text) => text === '' || v.is(rateSchema, text), 'errors:rateInvalid'),
    v.transform((text) => (text === '' ? undefined : v.parse(rateSchema, text))),
  );
}
