import type { Cell, TableRow } from '../bank-file.ts';
import type { Layout, LayoutRole } from '../layouts/layout.ts';
import { foldName, isBlank, tidy, withoutArticle } from './text.ts';

/** The indexes of the columns of each role. All columns of `memo` are used, of other roles only the first. */
export type Columns = Partial<Record<LayoutRole, number[]>>;

// Only figures, dates and currency signs.
const FIGURES = /^[\d.,:/'()+\-−–\s₪$€£%]+$/;

/** Whether a cell has a value, rather than the name of a column. */
function isFigure(cell: Cell | undefined): boolean {
  return typeof cell === 'string' ? FIGURES.test(cell) && /\d/.test(cell) : cell !== undefined;
}

/** The folded names of a row that may be a header; null if it has a figure or too few texts. */
export function headerNames(row: TableRow): string[] | null {
  let filled = 0;
  for (const cell of row.cells) {
    if (cell === '') continue;
    if (isFigure(cell)) return null;
    if (!isBlank(cell)) filled++;
  }
  if (filled < 2) return null;
  return row.cells.map((cell) => (typeof cell === 'string' ? foldName(tidy(cell)) : ''));
}

interface FoldedLayout {
  layout: Layout;
  marks: string[][];
  otherMarks: string[][];
  columns: [LayoutRole, readonly string[]][];
}

const folded = new WeakMap<Layout, FoldedLayout>();

function foldedOf(layout: Layout): FoldedLayout {
  let found = folded.get(layout);
  if (!found) {
    found = {
      layout,
      marks: layout.marks.map((names) => names.map(foldName)),
      otherMarks: (layout.otherMarks ?? layout.marks).map((names) => names.map(foldName)),
      columns: (Object.entries(layout.columns) as [LayoutRole, readonly string[]][]).map(([role, names]) => [
        role,
        names.map((name) => withoutArticle(foldName(name))),
      ]),
    };
    folded.set(layout, found);
  }
  return found;
}

/**
 * @param isOther whether another table of the file is the layout's
 * @returns null if the names are not those of the layout
 */
export function columnsOf(names: string[], layout: Layout, isOther = false): Columns | null {
  const { marks, otherMarks, columns } = foldedOf(layout);
  if (!(isOther ? otherMarks : marks).every((mark) => mark.some((name) => names.includes(name)))) return null;
  const found: Columns = {};
  const plain = names.map(withoutArticle);
  for (const [role, roleNames] of columns) {
    const indexes = roleNames.map((name) => plain.indexOf(name)).filter((index) => index >= 0);
    if (indexes.length > 0) found[role] = role === 'memo' ? [...new Set(indexes)] : indexes.slice(0, 1);
  }
  // A column without a name next to an amount has its currency.
  const beside = (found.original?.[0] ?? names.length) + 1;
  if (layout.isCard && names[beside] === '') found.originalCurrency ??= [beside];
  return found;
}

/** How many columns a layout knows of a header. */
export function knownColumns(columns: Columns): number {
  return Object.values(columns).reduce((sum, indexes) => sum + indexes.length, 0);
}
