import { statSync } from 'node:fs';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** As `12.4 MB`. */
export function sizeText(file: string): string {
  return bytesText(statSync(file).size);
}

/** As `12.4 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`;
}

/** As `2026-11-23 07:30:00 UTC`. */
export function instantText(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export function tableLines(rows: string[][]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
