import { Parser } from 'htmlparser2';
import { type Table, UnreadableFile } from '../bank-file.ts';
import { decode } from './encoding.ts';
import { place, SheetRows } from './sheet-rows.ts';

interface OpenRow {
  line: number;
  cells: string[];
  column: number;
  /** Null outside of a cell. */
  text: string | null;
  span: number;
}

interface OpenTable {
  row: OpenRow | null;
  /** By column: in how many rows more a cell of a row above stands. */
  below: number[];
}

const MOST_SPAN = 64;
const MOST_NESTED = 50;
const BLOCKS = new Set(['br', 'p', 'div', 'li']);
const HIDDEN = new Set(['script', 'style', 'title', 'template']);

/** A page with tables, as many banks name an `.xls`: all of its rows as one sheet, in the order of the page. */
export function readHtml(bytes: Uint8Array): Table {
  const sheet = new SheetRows();
  const open: OpenTable[] = [];
  let line = 0;
  let hidden = 0;
  let hasTable = false;

  const endCell = () => {
    const row = open.at(-1)?.row;
    if (row?.text == null) return;
    place(
      row.cells,
      row.column,
      row.text
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n\s*/g, '\n')
        .trim(),
      row.line,
    );
    row.column += row.span;
    row.text = null;
  };
  const endRow = () => {
    endCell();
    const table = open.at(-1);
    if (!table?.row) return;
    sheet.add(table.row.line, table.row.cells);
    table.row = null;
  };
  const beginCell = (table: OpenTable, { colspan, rowspan }: Record<string, string>) => {
    endCell();
    if (!table.row) {
      line++;
      table.row = { line, cells: [], column: 0, text: null, span: 1 };
    }
    const { row, below } = table;
    for (let left = below[row.column] ?? 0; left > 0; left = below[row.column] ?? 0) {
      below[row.column] = left - 1;
      row.column++;
    }
    row.text = '';
    row.span = spanOf(colspan);
    for (let column = row.column; column < row.column + row.span; column++)
      below[column] = spanOf(rowspan) - 1;
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const table = open.at(-1);
        if (HIDDEN.has(name)) hidden++;
        else if (name === 'table') {
          if (open.length >= MOST_NESTED) throw new UnreadableFile('unreadable', line);
          hasTable = true;
          open.push({ row: null, below: [] });
        } else if (!table) return;
        else if (name === 'tr') {
          endRow();
          line++;
          table.row = { line, cells: [], column: 0, text: null, span: 1 };
        } else if (name === 'td' || name === 'th') beginCell(table, attributes);
        else if (BLOCKS.has(name) && table.row?.text) table.row.text += '\n';
      },
      ontext(text) {
        const row = open.at(-1)?.row;
        // Line breaks of the source are blanks.
        if (row?.text != null && hidden === 0) row.text += text.replace(/\s+/g, ' ');
      },
      onclosetag(name) {
        if (HIDDEN.has(name)) hidden--;
        else if (name === 'td' || name === 'th') endCell();
        else if (name === 'tr') endRow();
        else if (name === 'table') {
          endRow();
          open.pop();
        }
      },
    },
    { recognizeCDATA: true },
  );
  parser.end(decode(bytes));
  return { format: 'html', sheets: hasTable ? [{ name: null, rows: sheet.rows }] : [] };
}

function spanOf(value: string | undefined): number {
  const span = Number(value);
  return Number.isInteger(span) && span > 0 ? Math.min(span, MOST_SPAN) : 1;
}
