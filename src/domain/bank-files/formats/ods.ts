import { type Cell, type Sheet, type Table, UnreadableFile } from '../bank-file.ts';
import { place, SheetRows } from './sheet-rows.ts';
import { attributeOf, parsePart } from './sheet-xml.ts';
import { Archive } from './unzip.ts';

/** A spreadsheet of LibreOffice and others. */
export function readOds(bytes: Uint8Array): Table {
  const rows = new SheetRows();
  const sheets: Sheet[] = [];
  let name = '';
  let line = 0;
  let repeated = 1;
  let cells: Cell[] = [];
  let column = 0;
  let cell: Record<string, string> = {};
  let text = '';
  let isInText = false;
  let isNote = false;
  const times = (attributes: Record<string, string>, key: string) =>
    Math.max(1, Math.trunc(Number(attributeOf(attributes, key))) || 1);
  const value = (): Cell => {
    const type = attributeOf(cell, 'value-type');
    const date = attributeOf(cell, 'date-value');
    if (type === 'date' && date) return { date: date.slice(0, 10) };
    const number = Number(attributeOf(cell, 'value') ?? '');
    const isNumber = type === 'float' || type === 'currency' || type === 'percentage';
    return isNumber && Number.isFinite(number) ? number : (attributeOf(cell, 'string-value') ?? text);
  };
  const isThere = parsePart(new Archive(bytes), 'content.xml', {
    open(element, attributes) {
      if (element === 'table') {
        name = attributeOf(attributes, 'name') ?? '';
        line = 0;
      } else if (element === 'table-row') {
        repeated = times(attributes, 'number-rows-repeated');
        cells = [];
        column = 0;
      } else if (element.endsWith('table-cell')) {
        cell = attributes;
        text = '';
      } else if (element === 'annotation') isNote = true;
      else if (element === 'p') {
        if (text !== '' && !isNote) text += '\n';
        isInText = !isNote;
      } else if (element === 's' && isInText) text += ' ';
    },
    text(chunk) {
      if (isInText) text += chunk;
    },
    close(element) {
      if (element === 'p') isInText = false;
      else if (element === 'annotation') isNote = false;
      else if (element.endsWith('table-cell')) {
        const read = value();
        const next = column + times(cell, 'number-columns-repeated');
        // Empty cells to the end of the sheet are written as one.
        for (; read !== '' && column < next; column++) place(cells, column, read, line + 1);
        column = next;
      } else if (element === 'table-row') {
        const isEmpty = cells.every((each) => typeof each === 'string' && each.trim() === '');
        for (let index = 1; !isEmpty && index <= repeated; index++) rows.add(line + index, cells);
        line += repeated;
      } else if (element === 'table') sheets.push({ name, rows: rows.take() });
    },
  });
  if (!isThere) throw new UnreadableFile('unreadable');
  return { format: 'ods', sheets };
}
