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
  /** Its own direction, if it is not that of the document. */
  direction?: Direction | undefined;
}

export interface Cell {
  texts: Words[];
  /** A bar before the text, as a share of the place that is left for it. */
  bar?: { share: number; colour: string };
  /** Whether it names its row. */
  isHeading?: boolean;
}

/** How a row looks: `carried` rows repeat sums at the edges of pages, and are not read aloud. */
type Kind = 'heading' | 'body' | 'total' | 'carried';

/** A row whose texts are broken into lines. */
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

/** The width beside a bar for its figure, and of that the gap between the two. */
const FIGURE = 40;
const GAP = 6;

interface Options {
  /** Called when a page is full: the last row of that page, and the first one of the next. */
  carry?: () => { forward: Cell[]; brought: Cell[] };
}

function afterBar({ start, width }: Place): Place {
  return { start: start + width - FIGURE + GAP, width: FIGURE - GAP, align: 'right' };
}

/** The letters of a cell in the order in which they are read, where that is not the order on the paper. */
function spokenOf({ made }: Row['cells'][number]): string | undefined {
  return made.some(({ isReordered }) => isReordered) ? made.map(({ words }) => words).join(' ') : undefined;
}

export function createTable(sheet: Sheet, columns: Column[], { carry }: Options = {}) {
  const { tags } = sheet;
  const table = tags.open('Table', sheet.root);
  const places = columns.map(({ width, align }, at): Place => {
    const start = columns.slice(0, at).reduce((sum, column) => sum + column.width, 0);
    return { start: start + PADDING.x, width: width - 2 * PADDING.x, ...(align && { align }) };
  });
  const headings = made(
    'heading',
    columns.map(({ heading }) => ({ texts: [{ words: heading }] })),
  );
  const reserved = carry ? made('carried', carry().forward).height : 0;

  function made(kind: Kind, cells: Cell[]): Row {
    const ready = cells.map((cell, at) => {
      const width = places[at]?.width ?? 0;
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
      row.cells.forEach((cell, at) => {
        const scope = kind === 'heading' ? 'Column' : cell.isHeading ? 'Row' : undefined;
        tags.draw(scope ? 'TH' : 'TD', tag, () => drawCell(cell, at), { actual: spokenOf(cell), scope });
      });
      tags.end(tag, table);
    }
    sheet.y += row.height;
  }

  /** The band, the lines and the bars of a row. */
  function drawGround(kind: Kind, { cells, height }: Row): void {
    const { y } = sheet;
    const all = { start: 0, width: columns.reduce((sum, { width }) => sum + width, 0) };
    if (kind === 'heading') sheet.rectangle(all, y, height, COLOURS.band);
    else sheet.rectangle(all, y + height - 0.5, 0.5, COLOURS.line);
    if (kind === 'total') sheet.rectangle(all, y, 0.8, COLOURS.muted);
    cells.forEach(({ bar }, at) => {
      const place = places[at];
      if (bar && place) drawBar(bar, place, y + height / 2);
    });
  }

  function drawCells({ cells }: Row): void {
    for (const [at, cell] of cells.entries()) drawCell(cell, at);
  }

  function drawCell({ made, bar }: Row['cells'][number], at: number): void {
    const place = places[at] && (bar ? afterBar(places[at]) : places[at]);
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

  /** @param total the row that follows and has to be on the same page */
  function row(kind: 'body' | 'total', cells: Cell[], total?: Cell[]): void {
    const ready = made(kind, cells);
    const together = ready.height + (total ? made('total', total).height : 0);
    if (sheet.free() < together + reserved) {
      const carried = carry?.();
      if (carried) drawRow('carried', made('carried', carried.forward), false);
      sheet.newPage();
      drawRow('heading', headings, false);
      if (carried) drawRow('carried', made('carried', carried.brought), false);
    }
    drawRow(kind, ready, true);
  }

  /** Rows and their total, which is not left alone on a page. */
  function summed(rows: Cell[][], total: Cell[]): void {
    for (const [at, cells] of rows.entries()) row('body', cells, at === rows.length - 1 ? total : undefined);
    row('total', total);
  }

  // The headings stay together with the first rows.
  sheet.room(headings.height * 3 + reserved);
  drawRow('heading', headings, true);
  return { row, summed, end: () => tags.end(table, sheet.root) };
}
