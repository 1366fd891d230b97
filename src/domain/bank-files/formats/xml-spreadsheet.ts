import type { Cell, Sheet, Table } from '../bank-file.ts';
import { decode } from './encoding.ts';
import { place, SheetRows } from './sheet-rows.ts';
import { attributeOf, parseText } from './sheet-xml.ts';

/** XML Spreadsheet 2003, as some banks name an `.xls`. */
export function readXmlSpreadsheet(bytes: Uint8Array): Table {
  const rows = new SheetRows();
  const sheets: Sheet[] = [];
  let name = '';
  let line = 0;
  let cells: Cell[] = [];
  let column = 0;
  let width = 1;
  let type = '';
  let text: string | null = null;
  let isComment = false;
  const value = (written: string): Cell => {
    if (type === 'DateTime' && /^\d{4}-\d\d-\d\d/.test(written)) return { date: written.slice(0, 10) };
    const isNumber =
      type === 'Number' &&
      /^\s*[-+]?[\d.]+(e[-+]?\d+)?\s*$/i.test(written) &&
      Number.isFinite(Number(written));
    return isNumber ? Number(written) : written;
  };
  parseText(decode(bytes), {
    open(element, attributes) {
      const attribute = (key: string) => attributeOf(attributes, key);
      if (element === 'Worksheet') {
        name = attribute('Name') ?? '';
        line = 0;
      } else if (element === 'Row') {
        line = Number(attribute('Index')) || line + 1;
        cells = [];
        column = 0;
      } else if (element === 'Cell') {
        column = (Number(attribute('Index')) || column + 1) - 1;
        width = 1 + (Number(attribute('MergeAcross')) || 0);
      } else if (element === 'Comment') isComment = true;
      else if (element === 'Data' && !isComment) {
        type = attribute('Type') ?? '';
        text = '';
      }
    },
    text(chunk) {
      if (text !== null) text += chunk;
    },
    close(element) {
      if (element === 'Comment') isComment = false;
      else if (element === 'Data' && text !== null) {
        place(cells, column, value(text), line);
        text = null;
      } else if (element === 'Cell') column += width;
      else if (element === 'Row') rows.add(line, cells);
      else if (element === 'Worksheet') sheets.push({ name, rows: rows.take() });
    },
  });
  return { format: 'xml', sheets };
}
