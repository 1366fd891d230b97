import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { FileRow } from '../../src/domain/bank-files/bank-file.ts';
import { fill, fillNewImport, newImport } from '../../src/domain/bank-files/preview/new-import.ts';
import { planLines } from '../../src/domain/bank-files/preview/plan.ts';
import type { PlacedFile } from '../../src/domain/bank-files/preview/planned.ts';
import type { SignedIn } from '../../src/domain/context.ts';
import type { TestApp } from './app.ts';
import type { Member } from './members.ts';

export interface Import {
  id: string;
  file_name: string;
  kind: string;
  status: string;
  account_id: string | null;
  currency: string | null;
  counts: Record<string, number>;
  totals: { income: number; expenses: number };
  closing_balance: number | null;
  balance_difference: number | null;
  ambiguous: string[];
  created_at: string;
  done_at: string | null;
}

export interface Line {
  index: number;
  state: string;
  decision: string;
  date: string | null;
  amount: number | null;
  type: string | null;
  description: string;
  merchant_name: string | null;
  notes: string | null;
  category_id: string | null;
  category_source: string | null;
  account_id: string | null;
  matched_transaction_id: string | null;
  transfer_account_id: string | null;
  transaction_id: string | null;
  why: string | null;
  message: string | null;
}

const EXAMPLES = new URL('../domain/bank-files/examples/', import.meta.url);

export const example = (name: string) => readFileSync(new URL(name, EXAMPLES));

export const EXAMPLE_NAMES = readdirSync(EXAMPLES).filter((name) => !name.endsWith('.json'));

interface Row {
  date: string;
  amount: string;
  type: string;
}

/** The reading that is right. */
export const expectedOf = (name: string) =>
  JSON.parse(String(example(`${name}.expected.json`))) as {
    kind: string;
    rows?: Row[];
    readings?: unknown[];
    closing_balance?: string;
    error?: string;
    accept?: string[];
  };

export const rowTexts = (rows: readonly { date: unknown; amount: unknown; type: unknown }[]) =>
  rows.map(({ date, amount, type }) => `${date} ${Number(amount).toFixed(2)} ${type}`).toSorted();

/** `2026-05-03,Coffee,-14.00` as a file. */
export const csv = (...rows: string[]) => Buffer.from(['Date,Description,Amount', ...rows, ''].join('\n'));

/** `2026-05-03,Coffee,-14.00` as a row for `previewRows`. */
export const textRows = (lines: readonly string[]) =>
  lines.map((line) => {
    const [date = '', text = '', amount = ''] = line.split(',');
    return { date, amount: Number(amount), text };
  });

/**
 * The import that waits, as of a file whose reading has tests of its own, because each takes a process.
 * @param closing the balance that the bank gives at the end
 */
export function previewRows(
  context: SignedIn,
  rows: readonly ({ date: string; amount: number; text: string } & Pick<
    FileRow,
    'installment' | 'chargeDate'
  >)[],
  main: string,
  closing?: string,
): Promise<string> {
  const kind = 'csv' as const;
  const currency = closing ? 'ILS' : null;
  const row = {
    ...newImport(context, 'bank.csv', { kind, currency, ...(closing && { closingBalance: closing }) }),
    account_id: main,
    period_from: rows[0]?.date ?? null,
    period_to: rows.at(-1)?.date ?? null,
  };
  const file: PlacedFile = {
    ...{ kind, currency: null, skipped: [], errors: [], found: [], main },
    rows: rows.map(({ date, amount, text: description, ...more }, index) => ({
      ...more,
      ...{ line: index + 1, date, description, type: amount < 0 ? 'expense' : 'income' },
      amount: Math.abs(amount).toFixed(2),
    })),
  };
  return fillNewImport(
    context,
    row,
    async () => (await fill(context, row, await planLines(context, file))).id,
  );
}

export function bankImports(testApp: TestApp) {
  const send = (as: Member, bytes: Buffer, name = 'bank.csv', fields: Record<string, string> = {}) => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(bytes)], name));
    // After the file, where programs put them.
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    return testApp.call<{ import: Import }>('POST', '/imports', { as, form });
  };
  const call = <Data = Record<string, unknown>>(as: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, `/imports${path}`, { as, ...(body && { body }) });
  return {
    send,
    call,
    async preview(
      as: Member,
      bytes: Buffer,
      name?: string,
      fields?: Record<string, string>,
    ): Promise<Import> {
      const answer = await send(as, bytes, name, fields);
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.anything()]);
      return answer.data.import;
    },
    /** As a program sends them. */
    async sendRows(as: Member, rows: readonly object[]) {
      const answer = await call<{ import: Import; added: number; matched: number }>(as, 'POST', '/rows', {
        rows,
      });
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.anything()]);
      return answer.data;
    },
    async rows(as: Member, id: string, query = '?limit=200'): Promise<Line[]> {
      return (await call<{ rows: Line[] }>(as, 'GET', `/${id}/rows${query}`)).data.rows;
    },
    async carryOut(as: Member, id: string) {
      const answer = await call<{
        import: Import;
        created_count: number;
        merged_count: number;
        transfer_count: number;
        left_out_count: number;
      }>(as, 'POST', `/${id}/carry-out`);
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
      return answer.data;
    },
    undo: (as: Member, id: string, body: object = {}) =>
      call<{ import: Import; removed_count: number; changed: string[] }>(as, 'POST', `/${id}/undo`, body),
  };
}
