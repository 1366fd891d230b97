import { spawnSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';
import { getPdfTools } from '../../scripts/pdf-tools.ts';

type Tool = keyof ReturnType<typeof getPdfTools>;

let tools: ReturnType<typeof getPdfTools> | undefined;

function read(tool: Tool, args: string[], file: Uint8Array): string {
  tools ??= getPdfTools();
  const { stdout, stderr, status } = spawnSync(tools[tool], args, { input: file, maxBuffer: 1e9 });
  if (status !== 0 || stderr.length > 0) throw new Error(`${tool}: ${stderr}`);
  return stdout.toString();
}

/** The text as a person would copy it, per page, without direction marks. */
export function pagesOf(file: Uint8Array): string[] {
  const text = read('pdftotext', ['-layout', '-', '-'], file);
  return text
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .split('\f')
    .slice(0, -1);
}

interface Span {
  left: number;
  right: number;
}

/** Where a word is on the first page that has it, in points from the left edge. */
export function wordAt(file: Uint8Array, word: string): Span {
  const words = read('pdftotext', ['-bbox', '-', '-'], file).matchAll(
    /xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="[\d.]+">([^<]*)</g,
  );
  for (const [, left, right, text] of words)
    if (text === word) return { left: Number(left), right: Number(right) };
  throw new Error(`The PDF has no word ${word}.`);
}

/** Where the first rectangle of a colour in PDF's notation is: `1 0 0` is red. */
export function rectangleOf(file: Uint8Array, colour: string): Span {
  const drawn = new RegExp(`([\\d.]+) [\\d.]+ ([\\d.]+) [\\d.]+ re\\n/DeviceRGB cs\\n${colour} scn`);
  for (const [, stream = ''] of Buffer.from(file)
    .toString('latin1')
    .matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
    const [, left, width] = drawn.exec(inflated(stream)) ?? [];
    if (left && width) return { left: Number(left), right: Number(left) + Number(width) };
  }
  throw new Error(`The PDF has no rectangle in ${colour}.`);
}

function inflated(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    // A font or a picture.
    return '';
  }
}

/** Title, language and whether the PDF is tagged. */
export function informationOf(file: Uint8Array): string {
  return read('pdfinfo', ['-'], file);
}

/** The tags with their attributes, one per line, as a screen reader gets them. */
export function tagsOf(file: Uint8Array): string[] {
  return read('pdfinfo', ['-struct', '-'], file)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
