import type { AccountRow, BankImportRow, TransactionRow } from '../../../db/tables.ts';
import { daysApart, localNow, momentOf, plusDays, plusMonths } from '../../calendar.ts';
import { newId } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { chargedOn, keptCharge } from '../../money-accounts/cards/charge-date.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountsById } from '../../money-accounts/read.ts';
import { textColumns } from '../../transactions/fields.ts';
import { splitAmount } from '../../transactions/installments.ts';
import { findPaymentsAhead, findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { findPaymentIds } from '../lines.queries.ts';
import { findSeenOf } from '../matching/existing.queries.ts';
import { Texts } from '../matching/similar-texts.ts';
import type { Person } from './write-lines.ts';

/** Five years, as in the form. */
const MONTHS_AHEAD = 60;

/** Nobody pays for more at once; each is a row that others wait for. */
const MOST_LATER = 2000;

/** A payment whose day has passed is dated tomorrow: by so many days at most. */
const DAYS_OF_MONTH = 31;

/**
 * Adds what is still to come of the purchases by card whose payments an import has brought, unless it is there: one row a
 * month, as for a purchase that is entered. Files show each payment when it is charged; a later file's row replaces it.
 * Nothing is dated before tomorrow, because a bank would have shown that.
 * @returns how many were added
 */
export async function addLaterPayments(
  { ledger, person, now }: { ledger: Ledger; person: Person; now: Date },
  row: BankImportRow,
): Promise<number> {
  const { tx, userId } = ledger;
  const ids = await findPaymentIds(tx, row);
  if (ids.length === 0) return 0;
  const accounts = await accountsById({ db: tx, viewer: { id: userId } });
  const today = localNow(now, person.timezone).date;
  const purchases = await Purchases.after(ledger, today);
  const made = await findTransactionsOf(tx, userId, ids);
  const added: TransactionRow[] = [];
  // A later payment says what follows an earlier one.
  for (const payment of made.toSorted((one, other) => numberOf(other) - numberOf(one))) {
    const card = accounts.get(payment.account_id);
    if (card?.kind !== 'credit_card' || purchases.claim(payment, card)) continue;
    const later = laterOf(payment, card, { today, currency: currencyOf(card, person), now });
    if (added.length + later.length > MOST_LATER) break;
    purchases.add(later, payment);
    added.push(...later);
  }
  await ledger.insert(added);
  return added.length;
}

const numberOf = ({ installment_n }: TransactionRow) => installment_n ?? 0;

interface Purchase {
  /** What is still to come of it, in order. */
  rows: TransactionRow[];
  texts: (string | null)[];
  /** The numbers of payments that it has. */
  claimed: Set<number>;
}

class Purchases {
  readonly #all: Purchase[];
  readonly #texts = new Texts();

  private constructor(all: Purchase[]) {
    this.#all = all;
  }

  static async after({ tx, userId }: Ledger, today: string): Promise<Purchases> {
    const rows = await findPaymentsAhead(tx, userId, today);
    const byPurchase = Map.groupBy(rows, ({ installment_of }) => installment_of ?? '');
    // A description may have been changed when the first payment came in.
    const seen = await findSeenOf(tx, userId, [...byPurchase.keys()]);
    return new Purchases(
      [...byPurchase].map(([id, payments]) => ({
        rows: payments.toSorted((one, other) => numberOf(one) - numberOf(other)),
        texts: [
          ...payments.flatMap(textsOf),
          ...seen.filter(({ transaction_id }) => transaction_id === id).flatMap(textsOf),
        ],
        claimed: new Set<number>(),
      })),
    );
  }

  add(rows: TransactionRow[], first: TransactionRow): void {
    if (rows.length > 0) this.#all.push({ rows, texts: textsOf(first), claimed: new Set([numberOf(first)]) });
  }

  /** Whether what follows a payment is there; each purchase has one payment of a number. */
  claim(payment: TransactionRow, card: AccountRow): boolean {
    const n = numberOf(payment);
    const purchase = this.#all.find(({ rows, texts, claimed }) => {
      const last = rows.at(-1);
      if (!last || claimed.has(n) || numberOf(last) <= n) return false;
      if (last.account_id !== card.id || last.installment_total !== payment.installment_total) return false;
      const day = dayOf(payment, numberOf(last), card);
      const isMoved = rows.length === 1 && last.date > day && daysApart(day, last.date) <= DAYS_OF_MONTH;
      return (last.date === day || isMoved) && this.#areAlike(texts, textsOf(payment));
    });
    purchase?.claimed.add(n);
    return purchase !== undefined;
  }

  #areAlike(texts: readonly (string | null)[], others: readonly (string | null)[]): boolean {
    return texts.some((text) => others.some((other) => this.#texts.areAlike(text ?? '', other ?? '')));
  }
}

const textsOf = ({ description, merchant_name }: Pick<TransactionRow, 'description' | 'merchant_name'>) => [
  description,
  merchant_name,
];

/** The day of another payment: files give each the day of the purchase, programs and people its own. */
function dayOf(payment: TransactionRow, n: number, card: AccountRow): string {
  const isOfPurchase = plusMonths(payment.date, numberOf(payment) - 1) <= chargedOn(payment, card);
  return plusMonths(payment.date, n - (isOfPurchase ? 1 : numberOf(payment)));
}

function laterOf(
  payment: TransactionRow,
  card: AccountRow,
  { today, currency, now }: { today: string; currency: Parameters<typeof splitAmount>[2]; now: Date },
): TransactionRow[] {
  const first = numberOf(payment) + 1;
  const total = Math.min(payment.installment_total ?? 0, numberOf(payment) + MONTHS_AHEAD);
  const amounts = amountsAfter(payment, currency);
  const tomorrow = plusDays(today, 1);
  const instant = now.toISOString();
  const rows: TransactionRow[] = [];
  for (let n = first; n <= total; n += 1) {
    const { charge_date } = payment;
    const month = {
      ...payment,
      date: dayOf(payment, n, card),
      charge_date: charge_date === null ? null : plusMonths(charge_date, n - numberOf(payment)),
    };
    const charged = chargedOn(month, card);
    if (charged <= today) continue;
    const date = month.date > today ? month.date : tomorrow;
    const texts = { ...month, notes: null };
    const row = {
      ...texts,
      ...textColumns(texts),
      ...momentOf(date, payment.time, payment.timezone),
      date,
      charge_date: month.date > today ? month.charge_date : charged,
      amount: amounts?.[n - first] ?? payment.amount,
      id: newId(now),
      installment_n: n,
      created_at: instant,
      updated_at: instant,
    };
    rows.push({ ...row, charge_date: keptCharge(row, card) });
  }
  return rows;
}

/** What the price leaves after the first payment, which has the rest of the division; later ones are equal. */
function amountsAfter(
  { amount, account_amount, original_amount, ...payment }: TransactionRow,
  currency: Parameters<typeof splitAmount>[2],
): number[] | null {
  const { installment_n, installment_price: price, installment_total } = payment;
  const isPlain = installment_n === 1 && account_amount === null && original_amount === null;
  return isPlain && price && installment_total && price > amount
    ? splitAmount(price - amount, installment_total - 1, currency)
    : null;
}
