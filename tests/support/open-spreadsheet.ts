import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getSpreadsheet } from '../../scripts/spreadsheet.ts';
import { type Cell, cellsOf } from './spreadsheet-cells.ts';

/**
 * Comma, quotes, UTF-8, from the first line: without a window LibreOffice asks nothing and ignores the byte order mark.
 */
const AS_CSV = 'CSV:44,34,76,1';

export async function openInSpreadsheet(csv: Uint8Array): Promise<Cell[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'pruta-spreadsheet-'));
  const file = join(folder, 'export.csv');
  try {
    await writeFile(file, csv);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const how = ['--headless', `--infilter=${AS_CSV}`, '--convert-to', 'fods', '--outdir', folder];
    await promisify(execFile)(getSpreadsheet(), [profile, ...how, file]);
    return cellsOf(await readFile(join(folder, 'export.fods'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
