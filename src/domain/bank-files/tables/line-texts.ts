import type { Cell, TableRow } from '../bank-file.ts';
import { readAmount } from './amounts.ts';
import { cellText, isBlank } from './text.ts';

export function hasDigits(cell: Cell | undefined): boolean {
  return typeof cell === 'string' && /^\d/.test(cell.trim());
}

export function filledCells(cells: Cell[]): number {
  let filled = 0;
  for (const cell of cells) if (!isBlank(cell)) filled++;
  return filled;
}

/** Whether a line has only figures, and so is a sum of the lines above. */
export function isSumAlone(cells: Cell[]): boolean {
  const isSum = (cell: Cell) => typeof cell !== 'object' && readAmount(cell, '.') !== null;
  const isSign = (cell: Cell) => typeof cell === 'string' && /^\p{Sc}$/u.test(cellText(cell));
  return cells.some(isSum) && cells.every((cell) => isBlank(cell) || isSum(cell) || isSign(cell));
}

export function firstText(cells: Cell[]): string {
  for (const cell of cells) if (!isBlank(cell)) return cellText(cell);
  return '';
}

/** The first cell with letters. */
export function firstWords(cells: Cell[]): string {
  for (const cell of cells) if (typeof cell === 'string' && /\p{L}/u.test(cell)) return cellText(cell);
  return '';
}

export function lineText(row: TableRow): string {
  return row.cells
    .map(cellText)
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, 200);
}
