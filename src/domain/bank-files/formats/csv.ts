import { type CsvError, parse } from 'csv-parse/sync';
import { type Table, UnreadableFile } from '../bank-file.ts';
import { decode, encodingOf } from './encoding.ts';
import { SheetRows } from './sheet-rows.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

export function readCsv(bytes: Uint8Array): Table {
  // Bytes are taken as they are: a whole text beside its cells would double what is held.
  const text = encodingOf(bytes) === 'utf-8' ? bytes : new TextEncoder().encode(decode(bytes));
  const sheet = new SheetRows();
  let line = 1;
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text) ?? ',',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[], { lines }) => {
        // A quote that was a letter has taken the lines up to the next one into its cell.
        if (cells.some((cell) => cell.startsWith('"') && /[\r\n]/.test(cell)))
          throw new UnreadableFile('unreadable', line);
        if (line > 1 || !/^sep=.?$/i.test(cells.join('').trim())) sheet.add(line, cells);
        line = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    if ((error as CsvError).code?.startsWith('CSV_'))
      throw new UnreadableFile('unreadable', { line, cause: error });
    throw error;
  }
  return { format: 'csv', sheets: [{ name: null, rows: sheet.rows }] };
}

/**
 * What separates the cells, by the whole file: most lines of a table have the same number of separators outside quotes.
 * @returns null where no two lines have, and there is more than one
 */
export function delimiterOf(text: Uint8Array): string | null {
  const [, hint] = /^(?:\ufeff)?sep=(.)\r?\n/i.exec(new TextDecoder().decode(text.subarray(0, 16))) ?? [];
  if (hint) return hint;
  const counts = new Uint32Array(128);
  const lines = DELIMITERS.map(() => new Map<number, number>());
  let written = 0;
  let isQuoted = false;
  let isBlank = true;
  let startsCell = true;
  const endLine = () => {
    if (!isBlank) written++;
    DELIMITERS.forEach((delimiter, index) => {
      const count = counts[delimiter.charCodeAt(0)] ?? 0;
      if (count > 0) lines[index]?.set(count, (lines[index]?.get(count) ?? 0) + 1);
    });
    counts.fill(0);
    isBlank = true;
    startsCell = true;
  };
  for (const byte of text) {
    if (byte === QUOTE) {
      // A quote inside a cell is a letter: many Hebrew words have one.
      if (isQuoted || startsCell) isQuoted = !isQuoted;
      startsCell = false;
    } else if (isQuoted) continue;
    else if (byte === LINE_FEED || byte === RETURN) endLine();
    else {
      startsCell = byte === 0x2c || byte === 0x3b || byte === 0x09 || byte === 0x7c;
      if (startsCell) counts[byte] = (counts[byte] ?? 0) + 1;
      else if (byte > 0x20) isBlank = false;
    }
  }
  endLine();
  let best: { delimiter: string; score: number } | null = null;
  DELIMITERS.forEach((delimiter, index) => {
    for (const [count, alike] of lines[index] ?? []) {
      if (alike === 1 && written > 1) continue;
      const score = alike * Math.min(count, 12);
      if (score > (best?.score ?? 0)) best = { delimiter, score };
    }
  });
  return (best as { delimiter: string } | null)?.delimiter ?? null;
}
