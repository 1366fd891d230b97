import { spawnSync } from 'node:child_process';
import { getPdfTools } from '../../scripts/pdf-tools.ts';

type Tool = keyof ReturnType<typeof getPdfTools>;

let tools: ReturnType<typeof getPdfTools> | undefined;

function read(tool: Tool, args: string[], file: Uint8Array): string {
  tools ??= getPdfTools();
  const { stdout, stderr, status } = spawnSync(tools[tool], args, { input: file, maxBuffer: 1e9 });
  if (status !== 0 || stderr.length > 0) throw new Error(`${tool}: ${stderr}`);
  return stdout.toString();
}

/** The text of a PDF as a person would copy it, a page each, without the marks that tell directions. */
export function pagesOf(file: Uint8Array): string[] {
  const text = read('pdftotext', ['-layout', '-', '-'], file);
  return text
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .split('\f')
    .slice(0, -1);
}

/** What a PDF says about itself: title, language and whether it is tagged. */
export function informationOf(file: Uint8Array): string {
  return read('pdfinfo', ['-'], file);
}

/** The tags of a PDF with their attributes, one a line, as a screen reader gets them. */
export function tagsOf(file: Uint8Array): string[] {
  return read('pdfinfo', ['-struct', '-'], file)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
