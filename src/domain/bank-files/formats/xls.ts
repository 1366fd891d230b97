import { type Cell, type Sheet, type Table, UnreadableFile } from '../bank-file.ts';
import { isDateFormat, numberCell } from './date-cells.ts';
import { readStream } from './ole.ts';
import { MOST_TEXTS, place, SheetRows } from './sheet-rows.ts';

const BOF = 0x809;
const EOF = 0x0a;
const CONTINUE = 0x3c;
const ENCRYPTED = 0x2f;
const CODE_PAGE = 0x42;
const DATE_SYSTEM = 0x22;
const FORMATS = [0x41e, 0x1e];
const CELL_FORMAT = 0xe0;
const SHEET = 0x85;
const SHARED_TEXTS = 0xfc;
const NUMBER = 0x203;
const RK = 0x27e;
const MANY_RK = 0xbd;
const SHARED_TEXT = 0xfd;
const TEXTS = [0x204, 0xd6];
const FORMULAS = [0x06, 0x206, 0x406];
const FORMULA_TEXT = 0x207;
const BOOLEAN_OR_ERROR = 0x205;

const BIFF8 = 0x600;
const BIFF5 = 0x500;
const IS_1904 = 1;
const UTF16_PAGE = 1200;

interface Entry {
  type: number;
  data: Buffer;
  /** Where the next one begins. */
  end: number;
}

/** A workbook of Excel 95 (BIFF5) or 97 to 2003 (BIFF8), and what other programs write as one. */
export function readXls(bytes: Uint8Array): Table {
  try {
    const stream = readStream(bytes, ['Workbook', 'Book']);
    // Word files and encrypted workbooks are in the same container.
    if (!stream) throw new UnreadableFile('unsupported');
    return new Workbook(Buffer.from(stream.buffer, stream.byteOffset, stream.length)).table();
  } catch (error) {
    // Read beyond the end of a record or of the file.
    if (error instanceof RangeError) throw new UnreadableFile('unreadable', { cause: error });
    throw error;
  }
}

class Workbook {
  readonly #stream: Buffer;
  readonly #sheets: { name: string; at: number }[] = [];
  readonly #codes = new Map<number, string>();
  /** By formats of cells: how their numbers are shown, and whether as days. */
  readonly #formats: number[] = [];
  #dates: boolean[] = [];
  readonly #rows = new SheetRows();
  #texts: string[] = [];
  #version = BIFF8;
  #letters = new TextDecoder('windows-1252');
  #is1904 = false;

  constructor(stream: Buffer) {
    this.#stream = stream;
  }

  table(): Table {
    this.#readGlobals();
    const sheets = this.#sheets.map(({ name, at }): Sheet => ({ name, rows: this.#readSheet(at) }));
    return { format: 'xls', sheets, is1904: this.#is1904 };
  }

  *#entries(at: number): Generator<Entry> {
    let depth = 0;
    while (at + 4 <= this.#stream.length) {
      const type = this.#stream.readUInt16LE(at);
      const end = at + 4 + this.#stream.readUInt16LE(at + 2);
      const data = this.#stream.subarray(at + 4, end);
      at = end;
      // Charts stand inside of sheets.
      if (type === BOF) depth++;
      if (type === EOF) depth--;
      if (depth === 0) return;
      if (depth === 1) yield { type, data, end };
    }
  }

  #readGlobals(): void {
    let isStart = true;
    for (const { type, data, end } of this.#entries(0)) {
      if (isStart) {
        this.#version = data.readUInt16LE(0);
        if (type !== BOF || (this.#version !== BIFF8 && this.#version !== BIFF5))
          throw new UnreadableFile('unsupported');
        isStart = false;
      } else if (type === ENCRYPTED) throw new UnreadableFile('unsupported');
      else if (type === CODE_PAGE) this.#letters = lettersOf(data.readUInt16LE(0));
      else if (type === DATE_SYSTEM) this.#is1904 = data.readUInt16LE(0) === IS_1904;
      else if (FORMATS.includes(type))
        this.#codes.set(data.readUInt16LE(0), this.#text(data, 2, this.#isWide ? 2 : 1));
      else if (type === CELL_FORMAT) this.#formats.push(data.readUInt16LE(2));
      else if (type === SHEET && (data[5] ?? 0) === 0)
        this.#sheets.push({ name: this.#text(data, 6, 1), at: data.readUInt32LE(0) });
      else if (type === SHARED_TEXTS) this.#texts = new SharedTexts([data, ...this.#continued(end)]).read();
    }
    if (isStart) throw new UnreadableFile('unreadable');
    this.#dates = this.#formats.map((id) => isDateFormat(id, this.#codes.get(id)));
  }

  get #isWide(): boolean {
    return this.#version === BIFF8;
  }

  #continued(at: number): Buffer[] {
    const parts: Buffer[] = [];
    while (at + 4 <= this.#stream.length && this.#stream.readUInt16LE(at) === CONTINUE) {
      const end = at + 4 + this.#stream.readUInt16LE(at + 2);
      parts.push(this.#stream.subarray(at + 4, end));
      at = end;
    }
    return parts;
  }

  /** A text after its length in one or two bytes; in BIFF8 with a byte that says how its letters are written. */
  #text(data: Buffer, at: number, size: 1 | 2): string {
    const length = size === 1 ? data.readUInt8(at) : data.readUInt16LE(at);
    const start = at + size;
    if (!this.#isWide) return this.#letters.decode(data.subarray(start, start + length));
    return data[start] === undefined
      ? ''
      : (data[start] & 1) === 1
        ? data.toString('utf16le', start + 1, start + 1 + length * 2)
        : data.toString('latin1', start + 1, start + 1 + length);
  }

  #readSheet(at: number): Sheet['rows'] {
    const lines = new Map<number, Cell[]>();
    let formula: { row: number; column: number } | null = null;
    const put = (row: number, column: number, value: Cell) => {
      const cells = lines.get(row) ?? [];
      lines.set(row, cells);
      place(cells, column, value, row + 1);
    };
    for (const { type, data } of this.#entries(at)) {
      if (type === FORMULA_TEXT && formula) put(formula.row, formula.column, this.#text(data, 0, 2));
      if (type === FORMULA_TEXT || data.length < 6) continue;
      const row = data.readUInt16LE(0);
      const column = data.readUInt16LE(2);
      const format = data.readUInt16LE(4);
      if (type === NUMBER) put(row, column, this.#number(data.readDoubleLE(6), format));
      else if (type === RK) put(row, column, this.#number(rkNumber(data, 6), format));
      else if (type === MANY_RK)
        for (let index = 0; 4 + index * 6 + 6 <= data.length - 2; index++)
          put(
            row,
            column + index,
            this.#number(rkNumber(data, 6 + index * 6), data.readUInt16LE(4 + index * 6)),
          );
      else if (type === SHARED_TEXT) put(row, column, this.#texts[data.readUInt32LE(6)] ?? '');
      else if (TEXTS.includes(type)) put(row, column, this.#text(data, 6, 2));
      else if (type === BOOLEAN_OR_ERROR && data[7] === 0) put(row, column, data[6] === 1 ? 'TRUE' : 'FALSE');
      else if (FORMULAS.includes(type)) {
        formula = { row, column };
        // The result as it was last: a number, or what else it is.
        if (data.readUInt16LE(12) !== 0xffff) put(row, column, this.#number(data.readDoubleLE(6), format));
        else if (data[6] === 1) put(row, column, data[8] === 1 ? 'TRUE' : 'FALSE');
      }
    }
    // Cells may stand in any order, and formulas apart from values.
    for (const row of [...lines.keys()].sort((one, other) => one - other))
      this.#rows.add(row + 1, lines.get(row) ?? []);
    return this.#rows.take();
  }

  #number(value: number, format: number): Cell {
    return numberCell(value, this.#dates[format] ?? false, this.#is1904);
  }
}

/** Four bytes: the upper bits of a number or an integer, and whether it is in hundredths. */
function rkNumber(data: Buffer, at: number): number {
  const bits = data.readInt32LE(at);
  let value = bits >> 2;
  if ((bits & 2) === 0) {
    const whole = Buffer.alloc(8);
    whole.writeInt32LE(bits & ~3, 4);
    value = whole.readDoubleLE(0);
  }
  return (bits & 1) === 1 ? value / 100 : value;
}

function lettersOf(page: number): TextDecoder {
  try {
    return new TextDecoder(page === UTF16_PAGE ? 'utf-16le' : `windows-${page}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

/** Texts that cells share. A record has 8 kB at most, so that many texts are cut and go on in the next. */
class SharedTexts {
  readonly #parts: Buffer[];
  #part = 0;
  #at = 8;

  constructor(parts: Buffer[]) {
    this.#parts = parts;
  }

  read(): string[] {
    const count = this.#parts[0]?.readUInt32LE(4) ?? 0;
    if (count > MOST_TEXTS) throw new UnreadableFile('too_large');
    const texts: string[] = [];
    for (let index = 0; index < count && this.#hasMore(); index++) texts.push(this.#next());
    return texts;
  }

  #hasMore(): boolean {
    while (this.#part < this.#parts.length && this.#at >= (this.#parts[this.#part]?.length ?? 0)) {
      this.#part++;
      this.#at = 0;
    }
    return this.#part < this.#parts.length;
  }

  #take(length: number): Buffer {
    if (!this.#hasMore()) throw new RangeError('The shared texts end early.');
    const part = this.#parts[this.#part] as Buffer;
    const taken = part.subarray(this.#at, this.#at + length);
    this.#at += taken.length;
    return taken;
  }

  #skip(length: number): void {
    for (let left = length; left > 0; ) left -= this.#take(left).length;
  }

  #next(): string {
    const length = this.#take(2).readUInt16LE(0);
    let flags = this.#take(1).readUInt8(0);
    const runs = (flags & 8) === 8 ? this.#take(2).readUInt16LE(0) : 0;
    const extra = (flags & 4) === 4 ? this.#take(4).readUInt32LE(0) : 0;
    let text = '';
    while (text.length < length) {
      // After a cut, the rest says again how its letters are written.
      if (text !== '' && this.#at >= (this.#parts[this.#part]?.length ?? 0))
        flags = this.#take(1).readUInt8(0);
      const width = (flags & 1) === 1 ? 2 : 1;
      const chunk = this.#take((length - text.length) * width).toString(width === 2 ? 'utf16le' : 'latin1');
      if (chunk === '') throw new RangeError('A shared text ends early.');
      text += chunk;
    }
    this.#skip(runs * 4 + extra);
    return text;
  }
}
