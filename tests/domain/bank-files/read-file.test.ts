import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { UnreadableFile } from '../../../src/domain/bank-files/bank-file.ts';
import { readBytes } from '../../../src/domain/bank-files/reading/read-bytes.ts';
import { BANK_FILE_MOST, readBankFile } from '../../../src/domain/bank-files/reading/read-file.ts';
import { createLog } from '../../../src/log.ts';
import { BANK_FILE_READER } from '../../support/programs.ts';
import { EXAMPLES } from './expected.ts';
import { largeBankFile } from './large-bank-file.ts';
import { workbook } from './workbook.ts';

const context = {
  bankFileReader: BANK_FILE_READER,
  log: createLog('silent'),
};

const folder = mkdtempSync(join(tmpdir(), 'pruta-thread-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A thread that does something else than reading. */
function threadOf(code: string): typeof context {
  const path = join(folder, `${code.length}.mjs`);
  writeFileSync(path, code);
  return { ...context, bankFileReader: pathToFileURL(path) };
}

/** In milliseconds, as a process that reads a file may use them: on a busy machine there are many more by the clock. */
function processorTimeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const names = readdirSync(EXAMPLES).filter((name) => !name.endsWith('.expected.json'));
const example = (name: string) => new Uint8Array(readFileSync(new URL(name, EXAMPLES)));

describe('a process', () => {
  test('reads a hundred thousand rows to the same sums, and lets others have their turn', async () => {
    const { bytes, income, expense } = largeBankFile(100_000);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const file = await readBankFile(context, bytes);
    clearInterval(timer);
    const sum = (type: string) =>
      file.rows.reduce(
        (cents, row) => cents + (row.type === type ? Math.round(Number(row.amount) * 100) : 0),
        0,
      );
    expect(file.rows).toHaveLength(100_000);
    expect({ income: sum('income'), expense: sum('expense') }).toEqual({ income, expense });
    expect(turns).toBeGreaterThan(50);
  });

  test('refuses more rows and more bytes than it may have', async () => {
    const tooLarge = { reason: 'too_large' };
    expect(() => readBytes(largeBankFile(100_001).bytes)).toThrow(
      expect.objectContaining({ ...tooLarge, line: 100_002 }),
    );
    await expect(readBankFile(context, new Uint8Array(BANK_FILE_MOST + 1))).rejects.toMatchObject(tooLarge);
  });

  test('that takes too much memory ends alone', async () => {
    const greedy = threadOf('const kept = []; for (;;) kept.push([kept.length, {}]);');
    await expect(readBankFile(greedy, example('csv-signed.csv'))).rejects.toMatchObject({
      reason: 'too_large',
    });
    expect((await readBankFile(context, example('csv-signed.csv'))).rows).toHaveLength(12);
  });

  test('that crashes is tried once more, and takes nobody along', async () => {
    const crashing = threadOf("process.kill(process.pid, 'SIGSEGV');");
    await expect(readBankFile(crashing, example('csv-signed.csv'))).rejects.toThrow('SIGSEGV');
  });

  test('that never ends is ended', async () => {
    const endless = threadOf('for (;;);');
    await expect(readBankFile(endless, example('csv-signed.csv'), { longest: 500 })).rejects.toMatchObject({
      reason: 'too_slow',
    });
  });

  test('that waits for a processor has more time by the clock, though not for ever', async () => {
    const waiting = threadOf("setTimeout(() => process.send({ unreadable: 'empty', line: 5 }), 1500);");
    const bytes = example('csv-signed.csv');
    await expect(readBankFile(waiting, bytes, { longest: 500 })).rejects.toMatchObject({ reason: 'empty' });
    const hanging = threadOf('setInterval(() => undefined, 1000);');
    await expect(readBankFile(hanging, bytes, { longest: 200 })).rejects.toMatchObject({
      reason: 'too_slow',
    });
  });

  test('that cannot be started is a fault of ours', async () => {
    const missing = { ...context, bankFileReader: new URL('./missing-thread.ts', import.meta.url) };
    await expect(readBankFile(missing, example('csv-signed.csv'))).rejects.not.toBeInstanceOf(UnreadableFile);
  });

  test('is one of a few: others wait, and too many are refused', async () => {
    const quick = threadOf("process.send({ unreadable: 'empty', line: 5 });");
    const reading = Array.from({ length: 12 }, () => readBankFile(quick, example('csv-signed.csv')));
    const outcomes = await Promise.allSettled(reading);
    const reasons = outcomes.map((outcome) => ('reason' in outcome ? outcome.reason : null));
    expect(reasons.filter(({ reason, line }) => reason === 'empty' && line === 5)).toHaveLength(10);
    expect(reasons.filter(({ status }) => status === 503)).toHaveLength(2);
  });
});

describe('files that were made to be a burden', () => {
  const outcomeOf = (bytes: Uint8Array) => {
    try {
      return readBytes(bytes).kind;
    } catch (error) {
      if (error instanceof UnreadableFile) return error.reason;
      throw error;
    }
  };

  test('archives that unpack to much, of cells, texts or nothing', () => {
    const cell = '<c t="inlineStr"><is><t>a</t></is></c>';
    const texts = '<si><t>a</t></si>'.repeat(1_000_001);
    expect(outcomeOf(workbook({ sheets: { A: '<row>'.concat(cell.repeat(300), '</row>') } }))).toBe(
      'too_large',
    );
    expect(outcomeOf(workbook({ sheets: { A: `<row>${cell}</row>`.repeat(103_000) } }))).toBe('too_large');
    expect(outcomeOf(workbook({ sheets: { A: '' }, sharedStrings: texts }))).toBe('too_large');
    expect(outcomeOf(workbook({ sheets: { A: ' '.repeat(30_000_000) } }))).toBe('too_large');
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`xl/worksheets/${index}`, strToU8('')]),
    );
    expect(outcomeOf(zipSync(many))).toBe('too_large');
  });

  test('chains of sectors that go round', () => {
    const bytes = example('beinleumi-account.xls');
    const view = new DataView(bytes.buffer);
    const table = (view.getUint32(76, true) + 1) * 512;
    for (let index = 0; index < 8; index++) view.setUint32(table + index * 4, 0, true);
    expect(() => outcomeOf(bytes)).not.toThrow();
  });

  test('tables in tables in tables, and unclosed quotes', () => {
    expect(outcomeOf(strToU8('<table><tr><td>'.repeat(100_000)))).toBe('unreadable');
    expect(outcomeOf(strToU8(`a,b\n1,2\n${'"3,4\n'.repeat(50_000)}`))).toBe('unreadable');
  });

  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n');
  const MT940 = ':20:A\n:60F:C260101EUR1,00\n';
  const rowOfOfx = (fields: string) => `<STMTTRN><DTPOSTED>20260101<TRNAMT>-1.00${fields}<NAME>a</STMTTRN>`;

  test.each<[string, string, string | number]>([
    ['blocks in one line of MT940', `{4:\n${MT940}${'{a}'.repeat(1_500_000)}`, 'unreadable'],
    [
      'slashes in a text of MT940',
      `${MT940}:61:260101D1,NMSC\n:86:/NAME/\n${`${'/'.repeat(64)}\n`.repeat(5000)}x`,
      1,
    ],
    [
      'corrections of OFX',
      `<OFX><STMTRS>${many(30_000, (index) => rowOfOfx(`<FITID>${index}<CORRECTFITID>x${index}`))}`,
      30_000,
    ],
    ['too many rows of OFX', `<OFX><STMTRS>${many(100_001, () => rowOfOfx(''))}`, 'too_large'],
    ['too many records of QIF', `!Type:Bank\n${many(100_001, () => 'D1/1/26\nT1\n^')}`, 'too_large'],
    [
      'an account for each row',
      `תאריך,הפעולה,חובה,זכות,חשבון\n${many(30_000, (index) => `01/01/26,א,1.00,,${100_000 + index}`)}`,
      30_000,
    ],
    ['a page without a table', '<html><body>Session expired</body></html>', 'unsupported'],
  ])('%s', (_, text, outcome) => {
    let read: string | number = '';
    const time = processorTimeOf(() => {
      try {
        read = readBytes(strToU8(text)).rows.length;
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        read = error.reason;
      }
    });
    expect(read).toBe(outcome);
    expect(time).toBeLessThan(10_000);
  });

  test('any file with changed, lost or doubled bytes is read or refused', () => {
    const change = fc.record({
      name: fc.constantFrom(...names.filter((name) => name !== 'bad-bomb.xlsx')),
      changes: fc.array(
        fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.integer({ min: 0, max: 255 }) }),
        { maxLength: 20 },
      ),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      to: fc.double({ min: 0, max: 1, noNaN: true }),
      way: fc.constantFrom('keep', 'cut', 'double'),
    });
    fc.assert(
      fc.property(change, ({ name, changes, from, to, way }) => {
        const bytes = example(name);
        for (const { at, byte } of changes)
          if (bytes.length > 0) bytes[Math.floor(at * (bytes.length - 1))] = byte;
        const [start, end] = [from, to]
          .sort((one, other) => one - other)
          .map((part) => Math.floor(part * bytes.length));
        const middle = bytes.slice(start, end);
        const parts = {
          keep: [bytes],
          cut: [bytes.slice(0, start), bytes.slice(end)],
          double: [bytes.slice(0, end), middle, bytes.slice(end)],
        };
        const changed = new Uint8Array(Buffer.concat(parts[way as keyof typeof parts]));
        expect(processorTimeOf(() => outcomeOf(changed))).toBeLessThan(10_000);
      }),
      { numRuns: 150 },
    );
  });
});
