import PDFDocument from 'pdfkit';
import { withoutIsolates } from '../../../i18n/isolated.ts';
import { fontOf, MISSING, registerFonts, type Weight } from './fonts.ts';
import { breakLines, type Direction, isRightToLeft, type Line, type Run } from './lines.ts';
import { createTags } from './tags.ts';

/** A4 in points, and its margins. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 42;
const FOOTER = 24;

/** In points. */
export const WIDTH = PAGE.width - 2 * MARGIN;

export const COLOURS = {
  text: '#16202c',
  muted: '#4c5a6a',
  line: '#c3cbd6',
  band: '#eceff3',
  income: '#00706b',
  expense: '#b42318',
};

export interface Style {
  /** In points. */
  size: number;
  weight?: Weight;
  colour?: string;
}

export interface Text {
  lines: Line[];
  /** The letters in reading order. */
  words: string;
  /** Whether what is drawn differs from `words`, or is in another order. */
  isReordered: boolean;
  style: Style;
  height: number;
}

/** The position of a paragraph: its distance from the side at which lines begin, and its width. */
export interface Place {
  start: number;
  width: number;
  /** Figures are aligned to the right in both directions, so that their decimals are below each other. */
  align?: 'start' | 'right';
}

interface Options {
  locale: string;
  direction: Direction;
  title: string;
  author: string;
  created: Date;
  /** The words before the number of pages, which is known only at the end: "Page 3 of". */
  pageOf(page: number): string;
  write(bytes: Uint8Array): void;
}

const CHUNK = 64 * 1024;

/** Longer texts, such as notes, are not cached, because they rarely recur. */
const LONGEST_BROKEN = 60;
const MOST_BROKEN = 2000;

export type Sheet = ReturnType<typeof createSheet>;

export function createSheet({ locale, direction, title, author, created, pageOf, write }: Options) {
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    // Otherwise the library starts with a font that is not embedded.
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    lang: locale,
    displayTitle: true,
    info: { Title: title, Author: author, Creator: 'Pruta', Producer: 'Pruta', CreationDate: created },
  });
  // The library writes each page in a hundred small chunks.
  let chunks: Uint8Array[] = [];
  let size = 0;
  const flush = () => {
    if (size > 0) write(Buffer.concat(chunks));
    [chunks, size] = [[], 0];
  };
  doc.on('data', (bytes: Uint8Array) => {
    chunks.push(bytes);
    size += bytes.length;
    if (size >= CHUNK) flush();
  });
  const ended = new Promise<void>((resolve) => {
    doc.on('end', resolve);
  });
  const measures = registerFonts(doc);
  const tags = createTags(doc);
  const root = tags.open('Document');
  // Drawn on each page, but written only once the number of pages is known, because full pages are sent immediately.
  const total = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [-60, -5, 60, 15] });
  let pages = 0;

  const lineCache = new Map<string, Line[]>();

  function linesOf(words: string, ems: number, weight: Weight, textDirection: Direction): Line[] {
    const key = `${textDirection} ${weight} ${ems} ${words}`;
    const cached = lineCache.get(key);
    if (cached) return cached;
    if (lineCache.size >= MOST_BROKEN) lineCache.clear();
    const lines = breakLines(words, textDirection, ems, measures[weight]);
    if (words.length <= LONGEST_BROKEN) lineCache.set(key, lines);
    return lines;
  }

  function text(words: string, width: number, style: Style, textDirection: Direction = direction): Text {
    const lines = linesOf(words, width / style.size, style.weight ?? 'regular', textDirection);
    return {
      lines,
      words: withoutIsolates(words),
      isReordered: isRightToLeft(words) || lines.some(({ runs }) => runs.some(isReplaced)),
      style,
      height: lines.length * style.size * LEADING,
    };
  }

  function xOf({ start, width }: Place): number {
    return direction === 'ltr' ? MARGIN + start : PAGE.width - MARGIN - start - width;
  }

  function draw({ lines, style }: Text, place: Place, y: number): void {
    const left = xOf(place);
    const isRight = place.align === 'right' || direction === 'rtl';
    lines.forEach(({ runs, width }, index) => {
      let x = isRight ? left + place.width - width * style.size : left;
      const baseline = y + style.size * (index * LEADING + ASCENT);
      for (const run of runs) {
        doc.font(run.font).fontSize(style.size);
        doc.fillColor(style.colour ?? COLOURS.text);
        doc.text(run.text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
        x += run.width * style.size;
      }
    });
  }

  const sheet = {
    root,
    tags,
    direction,
    y: 0,
    text,
    draw,
    paragraph(type: string, words: string, style: Style): void {
      const block = text(words, WIDTH, style);
      sheet.room(block.height);
      tags.draw(type, root, () => draw(block, { start: 0, width: WIDTH }, sheet.y), {
        actual: block.isReordered ? block.words : undefined,
      });
      sheet.y += block.height;
    },
    rectangle(place: Place, y: number, height: number, colour: string): void {
      doc.rect(xOf(place), y, place.width, height).fill(colour);
    },
    free: () => PAGE.height - MARGIN - FOOTER - sheet.y,
    room(height: number): void {
      if (pages === 0 || sheet.free() < height) sheet.newPage();
    },
    newPage(): void {
      doc.addPage();
      pages += 1;
      sheet.y = MARGIN;
      tags.turnPage();
      tags.decorate(footer);
    },
    async end(): Promise<void> {
      tags.end(root);
      writeTotal();
      doc.end();
      await ended;
      flush();
    },
  };

  function footer(): void {
    const style = { size: 8, colour: COLOURS.muted };
    const y = PAGE.height - MARGIN - style.size;
    const words = text(pageOf(pages), WIDTH, style);
    const width = (words.lines[0]?.width ?? 0) * style.size;
    draw(words, { start: 0, width: WIDTH }, y);
    const gap = measures.regular.widthOf(' ', 'regular') * style.size;
    const x = direction === 'ltr' ? MARGIN + width + gap : PAGE.width - MARGIN - width - gap;
    doc.page.xobjects.Pages = total;
    const baseline = y + style.size * ASCENT;
    doc.addContent(`q 1 0 0 -1 ${x.toFixed(2)} ${baseline.toFixed(2)} cm /Pages Do Q`);
    const name = text(title, WIDTH / 2, style);
    draw(name, { start: WIDTH - (name.lines[0]?.width ?? 0) * style.size, width: WIDTH / 2 }, y);
  }

  function writeTotal(): void {
    const digits = String(pages);
    const font = fontOf(doc.font('regular'));
    const [glyphs] = font.encode(digits);
    const begin = direction === 'ltr' ? 0 : -measures.regular.widthOf(digits, 'regular') * 8;
    Object.assign(total.data, { Resources: { Font: { [font.id]: font.ref() } } });
    total.write(
      Buffer.from(`0.3 0.35 0.42 rg BT /${font.id} 8 Tf ${begin.toFixed(2)} 0 Td <${glyphs.join('')}> Tj ET`),
    );
    total.end(null);
  }

  return sheet;
}

const isReplaced = ({ text }: Run) => text.includes(MISSING);

const LEADING = 1.26;
const ASCENT = 1;
