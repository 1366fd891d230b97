import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unmarked } from '../src/domain/export/csv.ts';
import { askApi } from '../tests/support/ask-api.ts';
import { createPerson } from '../tests/support/people.ts';
import { startServer } from '../tests/support/server.ts';
import { buildIfNeeded } from './build.ts';
import { findProgram, installDebian } from './debian.ts';
import { cellsOf } from './spreadsheet-cells.ts';

// Opens an export in LibreOffice, which is too large for the tests: it has no formula, and every text is as it was.

const TEXTS = [
  '-5',
  '=1+1',
  '=HYPERLINK("http://evil.example";"here")',
  '+972 50 123',
  '@SUM(A1)',
  "'=2",
  "''-5",
  'קפה "הפוך", קטן; בע"מ',
  'שורה אחת\nשורה שנייה',
  'two  spaces,\ttab',
  '<b>&amp;</b> 😀',
  "it's",
];

/** Comma, quotes, UTF-8, from the first line on. */
const AS_CSV = 'CSV:44,34,76,1';

const soffice =
  findProgram('soffice') ??
  (installDebian('libreoffice-calc-nogui') ? findProgram('soffice') : undefined) ??
  process.exit(fail('LibreOffice is missing. Install it (apt-get install libreoffice-calc-nogui).'));

await buildIfNeeded();
const folder = mkdtempSync(join(tmpdir(), 'pruta-spreadsheet-'));
const server = await startServer();
try {
  const person = await createPerson(server, { language_preference: 'he' });
  const transactions = TEXTS.map((text, place) => ({
    type: place % 2 === 0 ? 'expense' : 'income',
    amount: 1000.05 + place,
    description: text,
    notes: text,
    merchant_name: text.replaceAll('\n', ' '),
  }));
  await askApi(server, person, 'POST', '/transactions/bulk', { transactions });
  const answer = await fetch(
    `${server.url}/api/v1/export/csv?language=he&fields=description,notes,merchant_name,amount,date,type`,
    { headers: { authorization: `Bearer ${person.accessToken}` } },
  );
  writeFileSync(join(folder, 'export.csv'), Buffer.from(await answer.arrayBuffer()));
  const [head = [], ...rows] = open(folder);
  const headings = head.map(({ text }) => text);
  check('the headings', headings, ['תיאור', 'הערות', 'בית עסק', 'סכום', 'תאריך', 'סוג']);
  check('the number of rows', rows.length, TEXTS.length);
  for (const transaction of transactions) {
    const { description, notes, merchant_name, amount } = transaction;
    const row = rows.find((cells) => cells[3]?.value === String(amount));
    const name = JSON.stringify(description);
    check(`the amount of ${name} is a number`, row?.[3]?.type, 'float');
    check(`the date of ${name} is a date`, row?.[4]?.type, 'date');
    for (const [place, text] of [description, notes, merchant_name].entries()) {
      const cell = row?.[place];
      check(`${name} is a text without a formula`, [cell?.type, cell?.formula], ['string', undefined]);
      check(`${name} comes back`, unmarked(cell?.text ?? ''), text);
    }
  }
  const { stdout } = spawnSync(soffice, ['--version'], { encoding: 'utf8' });
  console.log(`${stdout.trim()}: ${rows.flat().length} cells are as they were written.`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The cells of the file as LibreOffice shows them. */
function open(folder: string) {
  const args = [`-env:UserInstallation=file://${folder}/profile`, '--headless', `--infilter=${AS_CSV}`];
  const { status, stderr } = spawnSync(
    soffice,
    [...args, '--convert-to', 'fods', '--outdir', folder, join(folder, 'export.csv')],
    { encoding: 'utf8', timeout: 120_000 },
  );
  if (status !== 0) throw new Error(`LibreOffice failed: ${stderr}`);
  return cellsOf(readFileSync(join(folder, 'export.fods'), 'utf8'));
}

function check(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
}

function fail(message: string): number {
  console.error(message);
  return 1;
}
