import { CURRENCIES, type Currency, decimalsOf } from './currencies.ts';
import type { Preferences } from './preferences.ts';

/** Screen readers often skip a hyphen in front of a number, but not this. */
const MINUS = '\u2212';

/** The signs of transactions, whose amounts are stored without one. */
export const SIGNS = { income: '+', expense: MINUS };

/** Formats money, dates and times by a person's preferences. Put each result in a `<bdi>`. */
export interface Format {
  /** `123450` minor units → `₪1,234.50`; negative amounts start with a minus. */
  money(minor: number): string;
  /** `123450` minor units → `1234.50`, as an input field takes it. */
  plainAmount(minor: number): string;
  /** `0.125` → `12.5%`. */
  percent(share: number): string;
  /** A part of a whole: `<0.1%` and `>99.9%` where `percent` would round to nothing or to all of it. */
  share(share: number): string;
  /** Local calendar date `2026-03-31` → `03/31/2026`. */
  date(date: string): string;
  /** `17:05` → `5:05 PM`. */
  time(time: string): string;
  /** `1234` → `1,234`. */
  count(value: number): string;
  /** An exchange rate to six digits: `"0.264139369403"` → `0.264139`. */
  rate(rate: string): string;
  /** `2.46` → `2.5`. */
  decimal(value: number): string;
  /** Points that are added or subtracted: `4` → `+4`. */
  signed(value: number): string;
}

type Style = Pick<
  Preferences,
  'date_format' | 'time_format' | 'decimals' | 'thousand_separator' | 'decimal_separator' | 'symbol_position'
>;

type DateStyle = Pick<Preferences, 'date_format'>;

function dateText(date: string, { date_format }: DateStyle): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return date_format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** In messages that say how a date is written: no other order of its numbers is a date. */
export const EXAMPLE_DATE = '2026-03-31';

/** What a date field shows: a local calendar date in the person's format, and anything else as it was typed. */
export function dateFieldText(text: string, style: DateStyle): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  const isDate = day && new Date(day).toISOString().startsWith(text);
  return isDate ? dateText(text, style) : text;
}

type TimeStyle = Pick<Preferences, 'time_format'>;

function timeText(time: string, { time_format }: TimeStyle): string {
  if (time_format === '24h') return time;
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** What a time field shows: `HH:MM` by the person's clock, and anything else as it was typed. */
export function timeFieldText(text: string, style: TimeStyle): string {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? timeText(text, style) : text;
}

function grouped(digits: string, separator: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, separator);
}

// Fewer decimals are shown only where nothing is cut off: cents are never hidden.
function shownDecimals(cents: number, preferred: number): number {
  if (cents % 10 !== 0) return 2;
  return cents === 0 ? preferred : Math.max(preferred, 1);
}

function digitsOf(minor: number, currency: Currency, style: Style): string {
  const absolute = Math.abs(minor);
  const cents = absolute % 100;
  const decimals = shownDecimals(cents, Math.min(style.decimals, decimalsOf(currency)));
  const integer = grouped(String((absolute - cents) / 100), style.thousand_separator);
  return decimals === 0
    ? integer
    : `${integer}${style.decimal_separator}${String(cents).padStart(2, '0').slice(0, decimals)}`;
}

function decimalOf(plain: string, style: Style): string {
  const [integer = '', fraction] = plain.split('.');
  const grouping = grouped(integer, style.thousand_separator);
  return fraction ? `${grouping}${style.decimal_separator}${fraction}` : grouping;
}

const SIX_DIGITS = new Intl.NumberFormat('en', { maximumSignificantDigits: 6, useGrouping: false });

function percentOf(share: number, style: Style): string {
  const digits = Math.abs(share * 100)
    .toFixed(1)
    .replace(/\.0$/, '');
  const sign = share < 0 && digits !== '0' ? MINUS : '';
  return `${sign}${decimalOf(digits, style)}%`;
}

function formatterOf(currency: Currency, style: Style): Format {
  const symbol = CURRENCIES[currency];
  const gap = /[A-Z]$/.test(symbol) ? '\u00A0' : '';
  return {
    money(minor) {
      const digits = digitsOf(minor, currency, style);
      const sign = minor < 0 ? MINUS : '';
      return style.symbol_position === 'before'
        ? `${sign}${symbol}${gap}${digits}`
        : `${sign}${digits}\u00A0${symbol}`;
    },
    plainAmount: (minor) => (minor / 100).toFixed(2),
    percent: (share) => percentOf(share, style),
    share(share) {
      if (share > 0 && share < 0.0005) return `<${percentOf(0.001, style)}`;
      return share < 1 && share >= 0.9995 ? `>${percentOf(0.999, style)}` : percentOf(share, style);
    },
    date: (date) => dateText(date, style),
    time: (time) => timeText(time, style),
    count: (value) =>
      `${value < 0 ? MINUS : ''}${grouped(String(Math.abs(value)), style.thousand_separator)}`,
    rate: (rate) => decimalOf(SIX_DIGITS.format(Number(rate)), style),
    decimal(value) {
      const digits = Math.abs(value).toFixed(1);
      const sign = value < 0 && digits !== '0.0' ? MINUS : '';
      return `${sign}${digits.replace('.', style.decimal_separator)}`;
    },
    signed: (value) => `${value < 0 ? MINUS : value > 0 ? '+' : ''}${Math.abs(value)}`,
  };
}

const cached = new Map<string, Format>();

export function formatter(currency: Currency, style: Style): Format {
  const { date_format, time_format, decimals, thousand_separator, decimal_separator, symbol_position } =
    style;
  const key = [
    currency,
    date_format,
    time_format,
    decimals,
    thousand_separator,
    decimal_separator,
    symbol_position,
  ].join('|');
  let format = cached.get(key);
  if (!format) {
    format = formatterOf(currency, style);
    cached.set(key, format);
  }
  return format;
}
