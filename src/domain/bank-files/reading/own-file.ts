import { setImmediate as others } from 'node:timers/promises';
import type { AccountRow } from '../../../db/tables.ts';
import { DocumentReader, UnreadableDocument } from '../../account-files/read-document.ts';
import type { FileTransaction } from '../../account-files/rows.ts';
import { categoryName } from '../../categories/name.ts';
import { chargedAmount } from '../../charged.ts';
import { isOpening, isTransfer } from '../../ledger/reserved-categories.ts';
import { toDecimal } from '../../money.ts';
import { chargedOn } from '../../money-accounts/cards/charge-date.ts';
import { accountName } from '../../money-accounts/name.ts';
import { type BankFile, type FileRow, UnreadableFile } from '../bank-file.ts';
import type { LeftOutParts } from '../outcome.ts';

/** The file of an account, read like a bank's file. */
export type OwnFile = Omit<BankFile, 'kind'> & { kind: 'account'; leftOut: LeftOutParts };

/** Our own format begins with its name; see `docs/account-format.md`. */
const OWN_FORMAT = /^\uFEFF?\s*\{[^{}[\]]{0,2000}"format"\s*:\s*"pruta"/;

/** The bytes at the beginning that are searched for it. */
const HEAD = 4096;

export function isOwnFile(bytes: Uint8Array): boolean {
  return OWN_FORMAT.test(Buffer.from(bytes.subarray(0, HEAD)).toString('utf8'));
}

/** Bytes read before other requests get a turn. */
const AT_ONCE = 16 * 1024;

type Row = FileTransaction;

/**
 * The transactions of an account's file as rows of a bank's file, for an account with transactions of its own.
 * @throws UnreadableFile
 */
export async function readOwnFile(bytes: Uint8Array, today: string): Promise<OwnFile> {
  const reader = new DocumentReader(today);
  const rows: Row[] = [];
  try {
    for (let offset = 0; offset < bytes.length; offset += AT_ONCE) {
      rows.push(...reader.push(bytes.subarray(offset, offset + AT_ONCE)));
      await others();
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
  }
  const [wrong] = reader.errors.named;
  if (wrong) throw new UnreadableFile('unreadable', wrong.line);
  const { accounts, categories, currency, templates, plans } = reader.head;
  const { rules, budgets, goals } = reader.summary;
  const parts = {
    recurring: templates.length,
    budgets,
    goals,
    rules,
    reminders: plans.reminders?.length ?? 0,
  };
  const indexes = new Map(accounts.map(({ id }, index) => [id, index]));
  const nameOf = (id: string) => {
    const account = accounts.find((one) => one.id === id);
    return accountName(account ?? { name: '' }, 'en');
  };
  const names = new Map(categories.map((category) => [category.id, categoryName(category, 'en')]));
  const sides = Map.groupBy(
    rows.filter(({ transfer_id }) => transfer_id !== null),
    ({ transfer_id }) => transfer_id,
  );
  const currencyOf = (row: Row) => accounts[indexes.get(row.account_id) ?? -1]?.currency ?? currency;
  return {
    kind: 'account',
    leftOut: Object.fromEntries(Object.entries(parts).filter(([, count]) => count > 0)),
    accounts: accounts.map(({ id, number, kind, currency: other }) => ({
      name: nameOf(id),
      kind,
      ...(number && { number }),
      ...(other && { currency: other }),
    })),
    currency,
    rows: rows.flatMap((row, index): FileRow[] => {
      if (isOpening(row.category_id)) return [];
      const other = sides.get(row.transfer_id)?.find(({ id }) => id !== row.id);
      const account = indexes.get(row.account_id);
      const bankId = row.bankRows?.findLast(({ external_id }) => external_id !== null)?.external_id;
      return [
        {
          line: index + 1,
          date: row.date,
          ...moneyOf(row, currencyOf(row)),
          ...(row.rate && { rate: row.rate }),
          type: row.type,
          description: row.description,
          ...(account !== undefined && accounts.length > 0 && { account }),
          ...(row.merchant_name && { payee: row.merchant_name }),
          ...(row.notes && { memo: row.notes }),
          ...(bankId && { externalId: bankId }),
          ...chargeOf(row, accounts[account ?? -1]),
          ...(row.category_id &&
            !isTransfer(row.category_id) && { category: names.get(row.category_id) ?? '' }),
          ...(row.installment_n && { installment: paymentOf(row, currencyOf(row) === currency) }),
          ...(other && {
            transfer: { account: nameOf(other.account_id), ...moneyOf(other, currencyOf(other)) },
          }),
        },
      ];
    }),
    skipped: [
      ...rows.flatMap((row, index) =>
        isOpening(row.category_id)
          ? [{ line: index + 1, reason: 'openingBalance' as const, text: row.description }]
          : [],
      ),
      ...templates.map(({ row }) => ({ line: 0, reason: 'information' as const, text: row.name })),
    ],
    errors: [],
  };
}

/** @param isOwn whether its amount is in the currency of the file, as the price is */
const paymentOf = (
  { installment_n, installment_total, installment_price: price, payments_end }: Row,
  isOwn: boolean,
) => ({
  n: installment_n ?? 1,
  of: installment_total ?? 1,
  ...(isOwn && price !== null && { total: decimal(price) }),
  ...(payments_end === 1 && { isEnd: true }),
});

/**
 * The charge of a row; of a payment whose charge the card's rule gives, what its bank said of it, which tells the purchases
 * of payments apart.
 */
function chargeOf(
  { date, charge_date, category_id, installment_n, bankRows }: Row,
  account: Pick<AccountRow, 'kind' | 'billing_day'> | undefined,
): Pick<FileRow, 'chargeDate'> {
  if (charge_date !== null) return { chargeDate: charge_date };
  const said = bankRows?.findLast((line) => line.installment_n === installment_n)?.charge_date;
  const isByRule = account && said === chargedOn({ date, charge_date, category_id }, account);
  return installment_n !== null && said && isByRule ? { chargeDate: said } : {};
}

const decimal = (minor: number) => toDecimal(minor).toFixed(2);

/** The charged amount, or the original amount where no rate was known. */
function moneyOf(row: Row, currency: string): Pick<FileRow, 'amount' | 'currency' | 'original'> {
  const { original_amount, original_currency } = row;
  const charged = chargedAmount(row);
  const paid = original_amount !== null && original_currency !== null;
  if (paid && charged === 0) return { amount: decimal(original_amount), currency: original_currency };
  return {
    amount: decimal(charged),
    currency,
    ...(paid &&
      original_currency !== currency && {
        original: { amount: decimal(original_amount), currency: original_currency },
      }),
  };
}
