import { isDate, localNow } from '../../calendar.ts';
import { parseAmount } from '../../money.ts';

/** A date in one of the three formats that programs send; null for anything else. */
export function dayOf(value: unknown, timezone: string): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  if (year) {
    const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
    return isDate(date) ? date : null;
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return isDate(text) ? text : null;
  const [, written = '', zone] = /^(\d{4}-\d{2}-\d{2})T[\d:.,]+(.*)$/.exec(text) ?? [];
  const instant = new Date(text);
  if (!isDate(written) || Number.isNaN(instant.getTime())) return null;
  // Without a time zone it is the bank's own date.
  return zone ? localNow(instant, timezone).date : written;
}

// Programs compute with floating point, whose rounding errors are not decimals of the amount.
const DIGITS = 12;

/** An original amount may exceed the limit of amounts; it goes into the note then. */
const ORIGINAL_MOST = 1e14;

/** @returns signed minor units, or the rule that the amount breaks */
export function sentAmount(value: unknown, most?: number): ReturnType<typeof parseAmount> {
  return parseAmount(typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value, most);
}

export const sentOriginal = (value: unknown) => sentAmount(value, ORIGINAL_MOST);
