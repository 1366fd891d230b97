import type { Direction } from './lines.ts';
import { COLOURS, type Place, type Sheet, type Style, type Text } from './sheet.ts';

export interface Column {
  heading: string;
  width: number;
  align?: Place['align'];
}

export interface Words {
  words: string;
  style?: Partial<Style>;
  direction?: Direction | undefined;
}

export interface Cell {
  texts: Words[];
  /** A bar before the text, as a share of the remaining width. */
  bar?: { share: number; colour: string };
  isHeading?: boolean;
}

/** `carried` rows repeat sums at the edges of pages, and are not read aloud. */
type Kind = 'heading' | 'body' | 'total' | 'carried';

interface Row {
  cells: (Cell & { made: Text[] })[];
  height: number;
}

const SIZE = 9;
const PADDING = { x: 4, y: 2.8 };
const STYLES: Record<Kind, Style> = {
  heading: { size: 8.5, weight: 'bold', colour: COLOURS.muted },
  body: { size: SIZE },
  total: { size: SIZE, weight: 'bold' },
  carried: { size: 8.5, colour: COLOURS.muted },
};

/** The width beside a bar for its figure, and the gap that is part of it. */
const FIGURE = 40;
const GAP = 6;

interface Options {
  /** Called when a page is full: the last row of that page, and the first one of the next. */
  carry?: () => { forward: Cell[]; brought: Cell[] };
}

function afterBar({ start, width }: Place): Place {
  return { start: start + width - FIGURE + GAP, width: FIGURE - GAP, align: 'right' };
}

/** The letters of a cell in reading order, if that differs from the order on the paper. */
function spokenOf({ made }: Row['cells'][number]): string | undefined {
  return made.some(({ isReordered }) => isReordered) ? made.map(({ words }) => words).join(' ') : undefined;
}

export function createTable(sheet: Sheet, columns: Column[], { carry }: Options = {}) {
  const { tags } = sheet;
  const table = tags.open('Table', sheet.root);
  const places = columns.map(({ width, align }, index): Place => {
    const start = columns.slice(0, index).reduce((sum, column) => sum + column.width, 0);
    return { start: start + PADDING.x, width: width - 2 * PADDING.x, ...(align && { align }) };
  });
  const headings = layOut(
    'heading',
    columns.map(({ heading }) => ({ texts: [{ words: heading }] })),
  );
  const reserved = carry ? layOut('carried', carry().forward).height : 0;

  function layOut(kind: Kind, cells: Cell[]): Row {
    const ready = cells.map((cell, index) => {
      const width = places[index]?.width ?? 0;
      const texts = cell.texts.map(({ words, style, direction }) =>
        sheet.text(words, width, { ...STYLES[kind], ...style }, direction),
      );
      return { ...cell, made: texts };
    });
    const heights = ready.map((cell) => cell.made.reduce((sum, { height }) => sum + height, 0));
    return { cells: ready, height: Math.max(...heights) + 2 * PADDING.y };
  }

  function drawRow(kind: Kind, row: Row, isTagged: boolean): void {
    tags.decorate(() => {
      drawGround(kind, row);
      if (!isTagged) drawCells(row);
    });
    if (isTagged) {
      const tag = tags.open('TR', table);
      row.cells.forEach((cell, index) => {
        const scope = kind === 'heading' ? 'Column' : cell.isHeading ? 'Row' : undefined;
        tags.draw(scope ? 'TH' : 'TD', tag, () => drawCell(cell, index), { actual: spokenOf(cell), scope });
      });
      tags.end(tag, table);
    }
    sheet.y += row.height;
  }

  function drawGround(kind: Kind, { cells, height }: Row): void {
    const { y } = sheet;
    const all = { start: 0, width: columns.reduce((sum, { width }) => sum + width, 0) };
    if (kind === 'heading') sheet.rectangle(all, y, height, COLOURS.band);
    else sheet.rectangle(all, y + height - 0.5, 0.5, COLOURS.line);
    if (kind === 'total') sheet.rectangle(all, y, 0.8, COLOURS.muted);
    cells.forEach(({ bar }, index) => {
      const place = places[index];
      if (bar && place) drawBar(bar, place, y + height / 2);
    });
  }

  function drawCells({ cells }: Row): void {
    for (const [index, cell] of cells.entries()) drawCell(cell, index);
  }

  function drawCell({ made, bar }: Row['cells'][number], index: number): void {
    const place = places[index] && (bar ? afterBar(places[index]) : places[index]);
    let y = sheet.y + PADDING.y;
    for (const text of made) {
      if (place) sheet.draw(text, place, y);
      y += text.height;
    }
  }

  function drawBar(
    { share, colour }: NonNullable<Cell['bar']>,
    { start, width }: Place,
    middle: number,
  ): void {
    const length = Math.max(0.75, (width - FIGURE) * Math.min(1, share));
    sheet.rectangle({ start, width: length }, middle - 3, 6, colour);
  }

  function row(kind: 'body' | 'total', cells: Cell[], total?: Cell[]): void {
    const ready = layOut(kind, cells);
    const together = ready.height + (total ? layOut('total', total).height : 0);
    if (sheet.free() < together + reserved) {
      const carried = carry?.();
      if (carried) drawRow('carried', layOut('carried', carried.forward), false);
      sheet.newPage();
      drawRow('heading', headings, false);
      if (carried) drawRow('carried', layOut('carried', carried.brought), false);
    }
    drawRow(kind, ready, true);
  }

  /** Draws rows and their total, which must not be alone on a page. */
  function summed(rows: Cell[][], total: Cell[]): void {
    for (const [index, cells] of rows.entries())
      row('body', cells, index === rows.length - 1 ? total : undefined);
    row('total', total);
  }

  // Keeps the headings together with the first rows.
  sheet.room(headings.height * 3 + reserved);
  drawRow('heading', headings, true);
  return { row, summed, end: () => tags.end(table, sheet.root) };
}
