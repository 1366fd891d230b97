import type { Format } from '../../i18n/format.ts';

const UNITS = ['kB', 'MB', 'GB', 'TB'];

/** A number of bytes in its largest unit: `2500000` → `2.5 MB`. */
export function bytesText(bytes: number, format: Pick<Format, 'decimal'>): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${format.decimal(bytes / 1000 ** power)}\u00A0${UNITS[power - 1]}`;
}
