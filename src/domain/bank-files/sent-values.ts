import { isDate, localNow } from '../calendar.ts';

/** A day in one of the three forms that programs send; null if it is none. */
export function dayOf(value: unknown, timezone: string): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  if (year) {
    const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
    return isDate(date) ? date : null;
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return isDate(text) ? text : null;
  const instant = /^\d{4}-\d{2}-\d{2}T/.test(text) ? new Date(text) : null;
  return instant && !Number.isNaN(instant.getTime()) ? localNow(instant, timezone).date : null;
}

/** Programs compute with fractions: what is less than a hundredth is none. */
export function decimalOf(value: unknown): { text: string; isNegative: boolean } | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' ? Number(value.trim() || 'x') : Number.NaN;
  if (!Number.isFinite(number) || Math.abs(number) >= 1e12) return null;
  const text = Math.abs(number).toFixed(2);
  return { text, isNegative: number < 0 };
}
