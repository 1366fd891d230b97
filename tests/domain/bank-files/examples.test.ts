import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readBankFile } from '../../../src/domain/bank-files/read-file.ts';
import { createLog } from '../../../src/log.ts';
import { BANK_FILE_READER } from '../../support/programs.ts';
import { EXAMPLES, expectedOf } from './expected.ts';

const context = {
  bankFileReader: BANK_FILE_READER,
  log: createLog('silent'),
};

const tidy = (text: string) =>
  text
    .replace(/[\u200e\u200f\u202a-\u202e]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

interface Refusal {
  error?: string;
  accept?: string[];
}

test.each(readdirSync(EXAMPLES).filter((name) => !name.endsWith('.expected.json')))(
  'the thread reads %s as it is meant',
  async (name) => {
    const bytes = new Uint8Array(readFileSync(new URL(name, EXAMPLES)));
    const expected = expectedOf(name);
    const { error, accept = [error] } = expected as Refusal;
    if (error) {
      const refusal = await readBankFile(context, bytes).catch((reason) => reason);
      expect(accept).toContain(refusal.reason);
      return;
    }
    const file = await readBankFile(context, bytes);
    expect(file.kind).toBe(expected.kind);
    expect(file.errors).toEqual([]);
    expect(file.question?.ambiguous ?? []).toEqual(expected.ambiguous ?? []);
    const rows = expected.rows ?? expected.readings?.[file.question?.mapping.dateOrder ?? ''] ?? [];
    const texts = file.rows.map((row) => tidy([row.description, row.payee, row.memo].join('|')));
    expect(
      file.rows.map(({ date, amount, type }, index) => ({
        date,
        amount: Number(amount).toFixed(2),
        type,
        description: texts[index]?.includes(tidy(rows[index]?.description ?? ''))
          ? rows[index]?.description
          : texts[index],
      })),
    ).toEqual(rows.map(({ date, amount, type, description }) => ({ date, amount, type, description })));
    expect(new Set(file.skipped.map(({ line }) => line))).toEqual(
      new Set(expected.skipped?.map(({ line }) => line)),
    );
  },
);
