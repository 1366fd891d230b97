import type { AccountRow } from '../../../db/tables.ts';
import { plusDays, plusMonths } from '../../calendar.ts';
import { chargedAmount } from '../../charged.ts';
import type { Reading } from '../../context.ts';
import { billDay } from '../../money-accounts/cards/charge-date.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { scan } from '../../snapshot.ts';
import { spanOf } from '../preview/lines.ts';
import type { PlannedRow } from '../preview/planned.ts';
import { stringPool } from '../string-pool.ts';
import { findKnown, findSeen, type KnownRow, type SeenLine } from './existing.queries.ts';
import type { Known, Written } from './line.ts';

/** How many days before and after a file's rows a transaction may be that is one of them. */
const DAYS_AROUND = 10;

/** All views of the transactions around the dates of a file's rows. */
export async function readKnown(
  context: Reading,
  rows: readonly PlannedRow[],
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<Known[]> {
  const dates: string[] = [];
  const earlier: string[] = [];
  const externalIds = new Set<string>();
  for (const { content } of rows) {
    const { date, installment_n, external_id, corrects } = content;
    dates.push(date);
    if (installment_n !== null) {
      dates.push(plusMonths(date, installment_n - 1));
      earlier.push(plusMonths(date, 1 - installment_n));
    }
    if (external_id) externalIds.add(external_id);
    if (corrects) externalIds.add(corrects);
  }
  const span = spanOf(dates);
  const range = {
    from: plusDays(span.from, -DAYS_AROUND),
    to: plusDays(span.to, DAYS_AROUND),
    // Another file may give payments the day of their purchase; years of other rows are not read for that.
    paymentsFrom: plusDays(spanOf([...earlier, span.from]).from, -DAYS_AROUND),
  };
  const currencies = new Map(
    [...accounts.values()].map((account) => [account.id, currencyOf(account, context.viewer)]),
  );
  return scan(context, async ({ db, viewer }) => {
    const existing = new KnownTransactions(accounts, currencies);
    const sides: KnownRow[] = [];
    for await (const row of findKnown(db, viewer.id, range)) {
      existing.add(row);
      if (row.transfer_id !== null && row.date >= range.from) sides.push(row);
    }
    existing.pairSides(sides);
    for await (const line of findSeen(db, viewer.id, range, [...externalIds])) existing.addBankLine(line);
    return existing.known;
  });
}

/**
 * Views of transactions: as they are now, as they were paid in another currency, and as banks wrote them, so that edited
 * ones are recognized too.
 */
class KnownTransactions {
  readonly known: Known[] = [];
  readonly #accounts: ReadonlyMap<string, AccountRow>;
  readonly #currencies: ReadonlyMap<string, string>;
  /** One view as it is: nearly all transactions have no other, and an array each would take half as much memory again. */
  readonly #byId = new Map<string, Known | Known[]>();
  readonly #pooled = stringPool();

  constructor(accounts: ReadonlyMap<string, AccountRow>, currencies: ReadonlyMap<string, string>) {
    this.#accounts = accounts;
    this.#currencies = currencies;
  }

  #add(one: Known): void {
    this.known.push(one);
    const views = this.#byId.get(one.id);
    if (Array.isArray(views)) views.push(one);
    else this.#byId.set(one.id, views ? [views, one] : one);
  }

  #viewsOf(id: string): readonly Known[] {
    const views = this.#byId.get(id);
    if (!views) return [];
    return Array.isArray(views) ? views : [views];
  }

  add(row: KnownRow): void {
    const billed = this.#billOf(row);
    const { installment_n: installment, installment_total: installmentTotal } = row;
    const current = viewOf({
      id: row.id,
      ...(billed !== null && { billed }),
      ...(row.template_id !== null && { isOccurrence: true }),
      ...(row.transfer_id !== null && { isUnseenSide: true }),
      ...(installment !== null && { installment }),
      ...(installmentTotal !== null && { installmentTotal }),
      accountId: this.#pooled(row.account_id),
      date: this.#pooled(row.date),
      type: this.#pooled(row.type),
      amount: chargedAmount(row),
      currency: this.#currencies.get(row.account_id) ?? '',
      description: this.#pooled(row.description),
      payee: row.merchant_name && this.#pooled(row.merchant_name),
    });
    this.#add(current);
    const { original_amount: amount, original_currency: currency } = row;
    if (amount !== null && currency !== null && currency !== current.currency)
      this.#add(viewOf({ ...current, amount, currency }));
  }

  #billOf(row: KnownRow): string | null {
    const card = this.#accounts.get(row.account_id);
    const isPurchase = card?.kind === 'credit_card' && row.transfer_id === null;
    return isPurchase ? this.#pooled(billDay(row, card)) : null;
  }

  /** In transfers between currencies, the amount of one side follows from that of the other. */
  pairSides(sides: readonly KnownRow[]): void {
    for (const [one, other] of Map.groupBy(sides, ({ transfer_id }) => transfer_id).values()) {
      if (!one || !other) continue;
      this.#setOtherSide(one, other);
      this.#setOtherSide(other, one);
    }
  }

  #setOtherSide({ id, account_id }: KnownRow, other: KnownRow): void {
    const currency = this.#currencies.get(other.account_id) ?? '';
    for (const view of this.#viewsOf(id)) {
      view.isConverted = this.#currencies.get(account_id) !== currency;
      view.otherSide = { accountId: other.account_id, amount: chargedAmount(other), currency };
    }
  }

  addBankLine(line: SeenLine): void {
    const written: Written = {
      accountId: line.account_id,
      date: line.date,
      type: line.type,
      amount: line.amount,
      currency: line.currency ?? this.#currencies.get(line.account_id) ?? '',
      description: line.description,
      payee: line.merchant_name,
      installment: line.installment_n,
      installmentTotal: line.installment_total,
    };
    const id = line.transaction_id;
    const views = this.#viewsOf(id);
    if (!views.some((view) => isSameView(view, written)))
      this.#add(viewOf({ ...(views[0] ?? { id }), ...written }));
    for (const view of this.#viewsOf(id)) {
      const { external_id } = line;
      if (external_id !== null && !view.externalIds.includes(external_id))
        view.externalIds = view.externalIds.length === 0 ? [external_id] : [...view.externalIds, external_id];
      // The file of an account repeats what is there, and no bank has shown it by that.
      if (line.kind === 'account') continue;
      if (line.installment_n !== null) view.installment ??= line.installment_n;
      if (line.installment_total !== null) view.installmentTotal ??= line.installment_total;
      if (line.charge_date !== null && !view.chargeDates.includes(line.charge_date))
        view.chargeDates = [...view.chargeDates, this.#pooled(line.charge_date)];
      const isFirst = view.broughtBy === null;
      const isPending = line.is_pending === 1 && (isFirst || view.isPending);
      if (isFirst || (view.isPending && !isPending)) view.broughtBy = this.#pooled(line.kind);
      if (view.isPending !== isPending) view.isPending = isPending;
      // A row that was only recognized as a converted amount has not replaced it.
      view.isUnseenSide &&= view.isConverted && line.decision === 'leave_out';
    }
  }
}

const NONE: readonly string[] = [];

const UNSEEN = {
  externalIds: NONE,
  chargeDates: NONE,
  billed: null,
  broughtBy: null,
  isPending: false,
  isOccurrence: false,
  isUnseenSide: false,
  isConverted: false,
  otherSide: null,
  installment: null,
  installmentTotal: null,
};

/** The rest is on the prototype: a hundred thousand would take half as much memory again for what they do not have. */
const viewOf = (own: Partial<Known> & Omit<Known, keyof typeof UNSEEN>): Known =>
  Object.assign(Object.create(UNSEEN), own);

function isSameView(view: Known, written: Written): boolean {
  return (
    view.accountId === written.accountId &&
    view.date === written.date &&
    view.type === written.type &&
    view.amount === written.amount &&
    view.currency === written.currency &&
    view.description === written.description &&
    view.payee === written.payee &&
    view.installment === written.installment &&
    view.installmentTotal === written.installmentTotal
  );
}
