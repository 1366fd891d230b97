import { type Cell, type Sheet, type Table, UnreadableFile } from '../bank-file.ts';
import { isDateFormat, numberCell } from './date-cells.ts';
import { MOST_TEXTS, place, SheetRows } from './sheet-rows.ts';
import { parsePart } from './sheet-xml.ts';
import { Archive } from './unzip.ts';

export function readXlsx(bytes: Uint8Array): Table {
  const archive = new Archive(bytes);
  const workbook = workbookPath(archive);
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const parts = relations(archive, folder, `${folder}_rels/${workbook.slice(folder.length)}.rels`);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.path;
  const { sheets, is1904 } = readWorkbook(archive, workbook);
  const texts = readTexts(archive, partOf('sharedStrings') ?? `${folder}sharedStrings.xml`);
  const dates = readDateStyles(archive, partOf('styles') ?? `${folder}styles.xml`);
  const rows = new SheetRows();
  return {
    format: 'xlsx',
    sheets: sheets.flatMap(({ name, id }, index): Sheet[] => {
      const part = parts.find((one) => one.id === id);
      // Charts and macros are sheets of other types.
      if (part && part.type !== 'worksheet') return [];
      const path = part?.path ?? `${folder}worksheets/sheet${index + 1}.xml`;
      readSheet(archive, path, rows, { texts, dates, is1904 });
      return [{ name, rows: rows.take() }];
    }),
    is1904,
  };
}

function workbookPath(archive: Archive): string {
  const main = relations(archive, '', '_rels/.rels').find(({ type }) => type === 'officeDocument');
  return main && archive.has(main.path) ? main.path : 'xl/workbook.xml';
}

function relations(archive: Archive, folder: string, path: string) {
  const parts: { id: string; type: string; path: string }[] = [];
  parsePart(archive, path, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      const target = Target.startsWith('/') ? Target.slice(1) : folder + Target.replace(/^\.\//, '');
      parts.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path: target });
    },
  });
  return parts;
}

function readWorkbook(archive: Archive, path: string) {
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  const isThere = parsePart(archive, path, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const id = Object.keys(attributes).find((key) => key === 'id' || key.endsWith(':id'));
      sheets.push({ name: attributes.name ?? '', id: attributes[id ?? ''] ?? '' });
    },
  });
  if (!isThere) throw new UnreadableFile('unreadable');
  return { sheets, is1904 };
}

/** Texts that cells share, by their index. */
function readTexts(archive: Archive, path: string): string[] {
  const texts: string[] = [];
  const text = new CellText();
  parsePart(archive, path, {
    open: (name) => text.open(name),
    text: (chunk) => text.add(chunk),
    close(name) {
      text.close(name);
      if (name === 'si' && texts.push(text.take()) > MOST_TEXTS) throw new UnreadableFile('too_large');
    },
  });
  return texts;
}

/** Which formats of cells show days, by their index. */
function readDateStyles(archive: Archive, path: string): boolean[] {
  const codes = new Map<number, string>();
  const dates: boolean[] = [];
  let isInCells = false;
  parsePart(archive, path, {
    open(name, { numFmtId, formatCode = '' }) {
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt') codes.set(id, formatCode);
      else if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells) dates.push(isDateFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return dates;
}

interface Workbook {
  texts: string[];
  dates: boolean[];
  is1904: boolean;
}

function readSheet(
  archive: Archive,
  path: string,
  rows: SheetRows,
  { texts, dates, is1904 }: Workbook,
): void {
  const text = new CellText();
  let line = 0;
  let cells: Cell[] = [];
  let column = -1;
  let type = 'n';
  let isDate = false;
  const value = (): Cell => {
    const written = text.take();
    if (type === 's') return texts[Number(written)] ?? '';
    if (type === 'b') return written === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd') return { date: written.slice(0, 10) };
    if (type !== 'n' || written.trim() === '' || !Number.isFinite(Number(written))) return written;
    return numberCell(Number(written), isDate, is1904);
  };
  const isThere = parsePart(archive, path, {
    open(name, attributes) {
      text.open(name);
      if (name === 'row') {
        line = Number(attributes.r) || line + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes.r ?? '') ?? column + 1;
        type = attributes.t ?? 'n';
        isDate = dates[Number(attributes.s ?? 0)] ?? false;
        text.take();
      }
    },
    text: (chunk) => text.add(chunk),
    close(name) {
      text.close(name);
      if (name === 'row') rows.add(line, cells);
      else if (name === 'c' && !text.isEmpty) place(cells, column, value(), line);
    },
  });
  if (!isThere) throw new UnreadableFile('unreadable');
}

/** `AB12` is column 27. @returns null where no column is named */
function columnOf(reference: string): number | null {
  let column = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0) & 0xdf;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column > 0 ? column - 1 : null;
}

/** The text of a cell or of a shared text: of its value or its runs, without how it is pronounced. */
class CellText {
  #text = '';
  #isInText = false;
  #isPhonetic = false;

  get isEmpty(): boolean {
    return this.#text === '';
  }

  open(name: string): void {
    if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 't' || name === 'v') this.#isInText = !this.#isPhonetic;
  }

  add(text: string): void {
    if (this.#isInText) this.#text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 't' || name === 'v') this.#isInText = false;
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    // Letters that XML cannot write are written by their numbers, and so is such a number that is meant as it stands.
    return text.includes('_x')
      ? text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      : text;
  }
}
