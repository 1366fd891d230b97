import { setImmediate as others } from 'node:timers/promises';
import type { ImportedLineRow } from '../../db/tables.ts';
import { translator } from '../../i18n/translate.ts';
import { chargedAmount } from '../charged.ts';
import type { Reading } from '../context.ts';
import { isOpening } from '../ledger/reserved-categories.ts';
import { findBatch, findWork } from '../long-work/long-work.queries.ts';
import { toDecimal } from '../money.ts';
import { readRowsOf } from '../transactions/read.ts';
import {
  type BroughtRows,
  type ImportState,
  ROWS_IN_BATCH,
  type RowState,
  type StagedHead,
  type StagedRow,
  versionsIn,
} from './account-imports.ts';

type Row = StagedRow;

interface ListedRow extends Row {
  /** Its index in the file. */
  number: number;
  /** Where the other side of a transfer is. */
  otherAccount: string | null;
  /** The currency of its account. */
  accountCurrency: string;
}

interface Part {
  offset: number;
  limit: number;
  /** Only those of a state. */
  state?: RowState | undefined;
}

export function stateOfRow({ transfer_id, category_id }: Pick<Row, 'transfer_id' | 'category_id'>): RowState {
  if (transfer_id !== null) return 'transfer';
  return isOpening(category_id) ? 'skipped' : 'new';
}

/** Some of the transactions of an account's file, as they are in it, or once it is carried out, as they are now. */
export async function listRows(
  context: Reading,
  { id, summary, state, counts }: ImportState,
  { offset, limit, state: wanted }: Part,
): Promise<{ rows: ListedRow[]; total: number }> {
  const total = wanted ? counts[wanted] : summary.transactions;
  if (state === 'undone' || offset >= total) return { rows: [], total: state === 'undone' ? 0 : total };
  const currencies = await currenciesOf(context, id);
  const last = Math.ceil(summary.transactions / ROWS_IN_BATCH) - 1;
  const listed: ListedRow[] = [];
  let passed = 0;
  // Without a filter, it is known in which batch the part begins.
  const first = wanted === undefined ? Math.floor(offset / ROWS_IN_BATCH) : 0;
  if (wanted === undefined) passed = first * ROWS_IN_BATCH;
  for (let batch = first; batch <= last && listed.length < limit; batch += 1) {
    const around = await rowsAround(context, id, batch, last);
    for (const row of around.rows) {
      if (wanted !== undefined && wanted !== stateOfRow(row)) continue;
      if (passed >= offset && listed.length < limit)
        listed.push({
          ...row,
          otherAccount: around.otherOf(row)?.account_id ?? null,
          accountCurrency: currencies.get(row.account_id) ?? summary.currency,
        });
      passed += 1;
    }
    await others();
  }
  return { rows: listed, total };
}

/** The rows of a batch; the other side of a transfer may be in the one before or after it. */
export async function rowsAround(context: Reading, id: string, batch: number, last: number) {
  const rows = await rowsOfBatch(context, id, batch);
  const isOpen = (row: Row) => row.transfer_id !== null && !otherIn(rows, row);
  const near = rows.some(isOpen)
    ? await Promise.all(
        [batch - 1, batch + 1]
          .filter((number) => number >= 0 && number <= last)
          .map((number) => rowsOfBatch(context, id, number)),
      )
    : [];
  const all = [...rows, ...near.flat()];
  return { rows, otherOf: (row: Row) => otherIn(all, row) };
}

function otherIn<One extends Row>(rows: readonly One[], { transfer_id, id }: Row): One | undefined {
  return transfer_id === null
    ? undefined
    : rows.find((row) => row.transfer_id === transfer_id && row.id !== id);
}

async function rowsOfBatch({ db, viewer }: Reading, id: string, batch: number) {
  const stored = await findBatch(db, { user_id: viewer.id, id }, 1 + batch);
  // What came in is noted by its id.
  const content: BroughtRows = stored ? JSON.parse(stored.content) : [];
  const ids = versionsIn(content).map(([each]) => each);
  const now = new Map((await readRowsOf({ db, viewer }, ids)).map((row) => [row.id, row]));
  return content.flatMap((each, index) => {
    const row = Array.isArray(each) ? now.get(each[0]) : each;
    return row ? [{ ...row, number: batch * ROWS_IN_BATCH + index }] : [];
  });
}

async function currenciesOf({ db, viewer }: Reading, id: string): Promise<Map<string, string | null>> {
  const key = { user_id: viewer.id, id };
  const head = (await findWork(db, key)) && (await findBatch(db, key, 0));
  const content: StagedHead | { staged: StagedHead } | null = head ? JSON.parse(head.content) : null;
  const staged = content && ('staged' in content ? content.staged : content);
  return new Map(staged?.accounts.map((account) => [account.id, account.currency]));
}

/** For API answers, as the row of a bank's file. @param isDone whether it was carried out */
export function presentListed(row: ListedRow, isDone: boolean, { locale }: Pick<Reading, 'locale'>) {
  const state = stateOfRow(row);
  const isSide = state === 'transfer';
  const isLeftOut = row.isLeftOut === true;
  return {
    index: row.number,
    line: row.number + 1,
    state,
    decision: isLeftOut ? ('leave_out' as const) : isSide ? ('transfer' as const) : ('import' as const),
    date: row.date,
    charge_date: row.charge_date,
    amount: toDecimal(chargedAmount(row)),
    currency: row.accountCurrency,
    type: row.type,
    description: row.description,
    merchant_name: row.merchant_name,
    notes: row.notes,
    category_id: state === 'new' ? row.category_id : null,
    category_source: state !== 'new' || row.category_id === null ? null : ('file' as const),
    account_id: row.account_id,
    external_id: null,
    ...presentPaid(row),
    matched_transaction_id: null,
    transfer_account_id: row.otherAccount,
    transaction_id: isDone && !isLeftOut ? row.id : null,
    why: state === 'skipped' ? translator(locale)('import:skippedOpening') : null,
    message: null,
  };
}

/** What was paid in another currency, and which payment of a purchase a row is; amounts as decimals. */
export function presentPaid({
  original_amount,
  original_currency,
  installment_n,
  installment_total,
  installment_price,
}: Pick<
  ImportedLineRow,
  'original_amount' | 'original_currency' | 'installment_n' | 'installment_total' | 'installment_price'
>) {
  return {
    original:
      original_amount === null
        ? null
        : { amount: toDecimal(original_amount), currency: original_currency ?? '' },
    installment:
      installment_n === null
        ? null
        : {
            n: installment_n,
            of: installment_total ?? installment_n,
            total: installment_price === null ? null : toDecimal(installment_price),
          },
  };
}
