import { findProgram, installDebian } from './debian.ts';

const PDF_TOOLS = ['pdftotext', 'pdfinfo'] as const;

/** Finds Poppler's programs, or installs them as root on Debian. @throws Error that says what to install */
export function getPdfTools(): Record<(typeof PDF_TOOLS)[number], string> {
  if (PDF_TOOLS.some((name) => !findProgram(name))) installDebian('poppler-utils');
  const [pdftotext, pdfinfo] = PDF_TOOLS.map((name) => findProgram(name));
  if (!pdftotext || !pdfinfo)
    throw new Error('No pdftotext or no pdfinfo here. Install both (apt-get install poppler-utils).');
  return { pdftotext, pdfinfo };
}

if (import.meta.main) console.log(Object.values(getPdfTools()).join('\n'));
