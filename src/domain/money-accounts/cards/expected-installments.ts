import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { plusDays, plusMonths, startOfMonth } from '../../calendar.ts';
import { folded } from '../../folded-text.ts';
import { dayNumber } from '../../recurring/schedule/days.ts';
import { INSTALLMENTS_MOST } from '../../transactions/installment-amounts.ts';
import { billingDayIn, chargedOn, INSTALLMENT_TOLERANCE_DAYS } from './charge-date.ts';

/** A payment of a purchase by card that a file has shown, as it is now. */
export interface ShownPayment
  extends Pick<
    TransactionRow,
    | 'id'
    | 'account_id'
    | 'category_id'
    | 'date'
    | 'charge_date'
    | 'type'
    | 'description'
    | 'amount'
    | 'account_amount'
    | 'payments_end'
  > {
  n: number;
  of: number;
  price: number | null;
  /** The price of each, if a person has changed what they cost together. */
  each: number | null;
  /** What the file said it is, in the person's currency, whatever it was changed to; null where nobody knows. */
  shownAmount: number | null;
  /** When it came. */
  came_at: string;
  /** When a person deleted it alone: it still stands for those after it. Null while it is there. */
  deleted_at: string | null;
  /** As the file showed it, whatever was changed since; null where that is not known, as for accounts. */
  shown:
    | (Pick<TransactionRow, 'date' | 'charge_date' | 'description' | 'amount'> & {
        account_id: string | null;
      })
    | null;
}

/** A payment that is not there, because files show each one when it is charged. Minor units. */
export interface ExpectedPayment {
  /** The latest payment of its purchase that is there. */
  after: ShownPayment;
  card: AccountRow;
  n: number;
  /** In its month, tomorrow at the earliest. */
  date: string;
  charged: string;
  /** The day that its row will have: in files of cards, that of the purchase. */
  booked: string;
  /** In the person's currency, and in the card's. */
  amount: number;
  own: number;
  /** Whether the person has said that no more payments of its purchase are expected. */
  isEnded: boolean;
}

/** Payments of one purchase have the same text, or amounts that differ by no more than this share. */
const ALIKE = 0.25;

/** Months have different last days. */
const DAYS_BETWEEN_MONTHS = 3;

/** How far ahead of its charge a file shows a payment. */
const DAYS_AHEAD = 31;

/**
 * What is still to be charged of purchases whose earlier payments files have shown: it follows from what is there, and is
 * stored nowhere, so that the order of files and their undo change nothing. A payment that is there, in any account, or
 * that was deleted alone, is not expected, nor one whose charge has passed, which a file would have shown.
 * @param options.accounts all of the person; what is left of a purchase is charged to that of its latest payment
 */
export function expectedPayments(
  payments: readonly ShownPayment[],
  {
    accounts,
    today,
    smallest,
  }: { accounts: ReadonlyMap<string, AccountRow>; today: string; smallest: number },
): ExpectedPayment[] {
  // The last payment of most purchases was charged long ago.
  const placed = placedIn(payments, accounts).filter((one) =>
    DATINGS.some((dating) => chargeOf(moved(one), dating, one.payment.of) > plusDays(today, -DAYS_AHEAD)),
  );
  return lastPayments(placed).flatMap(({ one: last, dating: told, isEnded }) => {
    const one = moved(last);
    const { payment: after, card } = one;
    if (after.type === 'income' || card.kind !== 'credit_card' || card.is_archived === 1) return [];
    const dating = told ?? likelyDating(one, today);
    const amount = amountAfter(after, smallest);
    const ruled = isByRule(one) ? { ...one, charge_date: null } : one;
    const expected: ExpectedPayment[] = [];
    for (let n = after.n + 1; n <= Math.min(after.of, INSTALLMENTS_MOST); n += 1) {
      const charged = chargeOf(ruled, dating, n);
      if (charged <= today) continue;
      const purchased = purchasedOn(one, dating);
      const month = plusMonths(purchased, n - 1);
      const date = month > today ? month : plusDays(today, 1);
      const booked = dating === 'own' ? date : purchased;
      const own = after.account_amount ?? amount;
      expected.push({ after, card, n, date, charged, booked, amount, own, isEnded });
    }
    return expected;
  });
}

/** The payments of one's purchase that are there or were deleted alone, that one too, whatever has come again. */
export function paymentsWith(
  id: string,
  payments: readonly ShownPayment[],
  accounts: ReadonlyMap<string, AccountRow>,
): ShownPayment[] {
  const there = allIn(payments, accounts);
  const returned = returnedIn(there);
  const all = there.filter((one) => !returned.has(one));
  const own = all.find(({ payment }) => payment.id === id);
  if (!own) return [];
  const from = plusMonths(own.date, -own.payment.of);
  const placed = all.filter(({ date }) => date >= from);
  const { befores } = sequencesOf(placed);
  const firstOf = (one: Placed): Placed => {
    const before = befores.get(one);
    return before ? firstOf(before) : one;
  };
  const those = new Set(placed.filter((one) => firstOf(one) === firstOf(own)));
  const before = [...returned].flatMap(([one, again]) => (those.has(again) ? one : []));
  return [...those, ...before].map(({ payment }) => payment);
}

/** The ids of payments whose purchase has ended, and of later ones of it. */
export function endedPayments(
  payments: readonly ShownPayment[],
  accounts: ReadonlyMap<string, AccountRow>,
): Set<string> {
  if (!payments.some(({ payments_end }) => payments_end === 1)) return new Set();
  return new Set([...endedIn(sequencesOf(placedIn(payments, accounts)))].map(({ payment }) => payment.id));
}

/**
 * The charge dates of later payments that have none, by their ids, where another payment of the purchase shows that they
 * have its day: each is charged in its own month.
 */
export function impliedCharges(
  payments: readonly ShownPayment[],
  accounts: ReadonlyMap<string, AccountRow>,
): Map<string, string> {
  const placed = placedIn(payments, accounts);
  const { befores, datings } = sequencesOf(placed);
  const ownBought = (one: Placed, offset = 0) =>
    `${Math.floor((one.bought[1] ?? 0) / (DAYS_BETWEEN_MONTHS + 1)) + offset} ${one.text}`;
  const byBought = Map.groupBy(placed, (one) => ownBought(one));
  const charges = new Map<string, string>();
  const followed = new Set<Placed>();
  for (const [one, before] of [...befores].toSorted(([one], [other]) => (one.date < other.date ? -1 : 1))) {
    if (datings.get(one) !== 'purchase') continue;
    // One of an equal purchase a month ago may have a day of its own.
    const mayBeOwn = [-1, 0, 1].some((offset) =>
      byBought
        .get(ownBought(one, offset))
        ?.slice(0, COMPARED)
        .some(
          (other) => other.payment.n < one.payment.n && !followed.has(other) && areDated(other, one, OWN),
        ),
    );
    if (mayBeOwn) continue;
    followed.add(before);
    for (const { payment, ...shown } of [before, one]) {
      const isSaid = payment.n < 2 || shown.charge_date !== null || payment.charge_date !== null;
      const { kind, billing_day } = shown.card;
      const hasRule = kind === 'credit_card' && billing_day !== null && payment.date === shown.date;
      if (isSaid || !hasRule) continue;
      charges.set(payment.id, chargeOf(moved({ payment, ...shown }), 'purchase'));
    }
  }
  return charges;
}

function placedIn(payments: readonly ShownPayment[], accounts: ReadonlyMap<string, AccountRow>): Placed[] {
  const all = allIn(payments, accounts);
  const returned = returnedIn(all);
  return returned.size === 0 ? all : all.filter((one) => !returned.has(one));
}

function allIn(payments: readonly ShownPayment[], accounts: ReadonlyMap<string, AccountRow>): Placed[] {
  // Many payments have the same text and days.
  const texts = new Map<string, string>();
  const daysOf = new Map<string, Pick<Placed, 'bought' | 'firstCharges' | 'charged'>>();
  return payments.flatMap((payment) => {
    const card = accounts.get(payment.account_id);
    if (!card) return [];
    const { date, charge_date, description, amount, account_id } = payment.shown ?? payment;
    const account = accounts.get(account_id ?? '') ?? card;
    const text = texts.get(description) ?? plain(description);
    texts.set(description, text);
    const named = /\d/.test(description) ? withoutOwnNumber(description, payment) : text;
    const shown = { payment, account, card, date, charge_date, text, named, amount };
    const key = [account.id, date, charge_date, payment.n].join(' ');
    const days = (of: (dating: Dating) => string) => DATINGS.map((dating) => dayNumber(of(dating)));
    const known = daysOf.get(key) ?? {
      bought: days((dating) => purchasedOn(shown, dating)),
      firstCharges: days((dating) => chargeOf(shown, dating, 1)),
      charged: chargeOf(shown, 'own'),
    };
    daysOf.set(key, known);
    return { ...shown, ...known };
  });
}

/** Those that were deleted alone, and that a file has brought again since, with what it brought. */
function returnedIn(placed: readonly Placed[]): Map<Placed, Placed> {
  const returned = new Map<Placed, Placed>();
  const taken = new Set<Placed>();
  for (const one of placed) {
    const { n, of, type, deleted_at } = one.payment;
    if (deleted_at === null) continue;
    const again = placed.find(
      (other) =>
        other.payment.deleted_at === null &&
        other.payment.came_at > deleted_at &&
        other.payment.n === n &&
        other.payment.of === of &&
        other.payment.type === type &&
        !taken.has(other) &&
        isSameText(one, other) &&
        isAlike(one, other) &&
        datingsOf(one, other) !== undefined,
    );
    if (!again) continue;
    returned.set(one, again);
    taken.add(again);
  }
  return returned;
}

/** A payment as the file showed it. */
interface Shown extends Pick<TransactionRow, 'date' | 'charge_date' | 'amount'> {
  payment: ShownPayment;
  account: AccountRow;
  /** Where it is now. */
  card: AccountRow;
  text: string;
  /** With the numbers that are not its own. */
  named: string;
}

/** As if the file had shown it where it is now. */
const moved = <One extends Shown>(one: One): One => ({ ...one, account: one.card });

/** With the day of its purchase and that on which its first payment was charged, for each dating. */
interface Placed extends Shown {
  bought: number[];
  firstCharges: number[];
  /** When it was charged, if it has a day of its own. */
  charged: string;
}

/** Whether each payment has the day of the purchase, as in files of cards, or its own, as from programs and people. */
type Dating = 'purchase' | 'own';
const DATINGS: readonly Dating[] = ['purchase', 'own'];
type Datings = readonly [Dating, Dating];
const OWN: Datings = ['own', 'own'];
const PAIRS: readonly Datings[] = [
  ...DATINGS.map((dating) => [dating, dating] as const),
  ['purchase', 'own'],
  ['own', 'purchase'],
];

const purchasedOn = ({ date, payment: { n } }: Shown, dating: Dating) =>
  dating === 'purchase' ? date : plusMonths(date, 1 - n);

/** When a payment of the same purchase is charged. */
function chargeOf({ payment, account, date, charge_date }: Shown, dating: Dating, n = payment.n): string {
  // Whatever account it was moved to since.
  const shown = charge_date !== null && charge_date >= date ? charge_date : null;
  const own = charge_date || dating === 'own' ? date : plusMonths(date, payment.n - 1);
  const charged = shown ?? chargedOn({ date: own, charge_date: null, category_id: null }, account);
  const months = n - payment.n;
  const { billing_day } = account;
  return billing_day !== null && charged === billingDayIn(charged, billing_day)
    ? billingDayIn(plusMonths(startOfMonth(charged), months), billing_day)
    : plusMonths(charged, months);
}

/**
 * Whether it is charged on the billing day after it, as the file said too: it follows a changed billing day, and so do those
 * after it.
 */
const isByRule = ({ date, charge_date, payment }: Shown) =>
  payment.charge_date === null && charge_date !== null && charge_date <= plusMonths(date, 1);

/** For a payment that is alone: the day of the purchase, if it can be charged then. */
function likelyDating(one: Placed, today: string): Dating {
  const { date, charge_date, payment } = one;
  const isOfPurchase = charge_date
    ? plusMonths(date, payment.n - 1) <= charge_date
    : chargeOf(one, 'purchase') <= plusDays(today, DAYS_AHEAD);
  return isOfPurchase ? 'purchase' : 'own';
}

/** Some issuers write the number into the text. */
const plain = (text: string) =>
  folded(text)
    .replaceAll(/[\d\p{P}\s]+/gu, ' ')
    .trim();

/** Other numbers tell equal purchases apart, such as two courses of one school. */
const withoutOwnNumber = (text: string, { n, of }: ShownPayment) =>
  folded(text)
    .replace(new RegExp(`(?<!\\d)0*${n}\\D+0*${of}(?!\\d)`), ' ')
    .replaceAll(/[\p{P}\s]+/gu, ' ')
    .trim();

/**
 * The latest payment that is there of each purchase, how its payments are dated where two of them tell, and whether a person
 * has ended it, which holds if a file brings a later one.
 */
function lastPayments(
  placed: readonly Placed[],
): { one: Placed; dating: Dating | undefined; isEnded: boolean }[] {
  const sequences = sequencesOf(placed);
  const { inOrder, befores, datings } = sequences;
  const followed = new Set(befores.values());
  const ended = endedIn(sequences);
  return inOrder.flatMap((one) =>
    followed.has(one) ? [] : { one, dating: datings.get(one), isEnded: ended.has(one) },
  );
}

function endedIn({ inOrder, befores }: Pick<ReturnType<typeof sequencesOf>, 'inOrder' | 'befores'>) {
  const ended = new Set<Placed>();
  for (const one of inOrder) {
    const before = befores.get(one);
    if (one.payment.payments_end === 1 || (before && ended.has(before))) ended.add(one);
  }
  return ended;
}

/** How many amounts near a payment's, and how many payments of each, are searched for those of its purchase. */
const COMPARED = 200;

/** For each payment the one before it of its purchase that is there, if any, and how the two are dated. */
function sequencesOf(placed: readonly Placed[]) {
  const inOrder = placed.toSorted((one, other) => one.payment.n - other.payment.n);
  const byNumber = Map.groupBy(inOrder, ({ payment }) => payment.n);
  const lastCharges = new Map<string, string>();
  for (const one of placed) {
    if (one.charged > (lastCharges.get(one.account.id) ?? '')) lastCharges.set(one.account.id, one.charged);
  }
  const befores = new Map<Placed, Placed>();
  const followed = new Set<Placed>();
  const datings = new Map<Placed, Dating>();
  // The surest first, so that no payment is taken from its own purchase.
  for (const isSame of [isSameName, isSameText, isSameAmount, isOnNewCard]) {
    const near = nearby(({ named, text }) =>
      isSame === isSameAmount ? '' : isSame === isSameName ? named : text,
    );
    for (const those of byNumber.values()) {
      for (const one of those) {
        if (datings.has(one)) continue;
        const before = near.first(one, (other) => {
          if (!isSame(other, one, lastCharges)) return undefined;
          const [earlier, dating] = datingsOf(other, one) ?? [];
          return (datings.get(other) ?? earlier) === earlier ? dating : undefined;
        });
        if (!before) continue;
        befores.set(one, before.other);
        followed.add(before.other);
        near.remove(before.other);
        datings.set(one, before.found);
      }
      // Those of the same number are of other purchases.
      for (const one of those) if (!followed.has(one)) near.add(one);
    }
  }
  return { inOrder, befores, datings };
}

/** Payments by what those of one purchase share: their number, nearly the day of the purchase, and a text. */
function nearby(textOf: (one: Placed) => string) {
  const groups = new Map<string, { amounts: number[]; byAmount: Map<number, Placed[]> }>();
  const keysOf = (one: Placed, offsets: readonly number[]) => {
    const { payment, bought } = one;
    const days = bought.flatMap((day) =>
      offsets.map((offset) => Math.floor(day / (DAYS_BETWEEN_MONTHS + 1)) + offset),
    );
    return [...new Set(days)].map((day) => [payment.of, payment.type, day, textOf(one)].join(' '));
  };
  return {
    add(one: Placed) {
      for (const key of keysOf(one, [0])) {
        const group = groups.get(key) ?? { amounts: [], byAmount: new Map() };
        groups.set(key, group);
        const those = group.byAmount.get(one.amount);
        if (those) those.push(one);
        else {
          group.byAmount.set(one.amount, [one]);
          group.amounts.splice(placeIn(group.amounts, one.amount), 0, one.amount);
        }
      }
    },
    remove(one: Placed) {
      for (const key of keysOf(one, [0])) {
        const { amounts = [], byAmount } = groups.get(key) ?? {};
        const those = byAmount?.get(one.amount) ?? [];
        those.splice(those.indexOf(one), 1);
        if (those.length > 0) continue;
        byAmount?.delete(one.amount);
        amounts.splice(placeIn(amounts, one.amount), 1);
      }
    },
    /** The one of the nearest amount for which something is found. */
    first<Found>(one: Placed, find: (other: Placed) => Found | undefined) {
      let nearest: { other: Placed; found: Found } | undefined;
      for (const key of keysOf(one, [-1, 0, 1])) {
        const { amounts = [], byAmount } = groups.get(key) ?? {};
        let above = placeIn(amounts, one.amount);
        let below = above - 1;
        for (let compared = 0; compared < COMPARED && above - below <= amounts.length; compared += 1) {
          const isBelow =
            one.amount - (amounts[below] ?? -Infinity) <= (amounts[above] ?? Infinity) - one.amount;
          const amount = amounts[isBelow ? below : above] ?? 0;
          if (nearest && Math.abs(amount - one.amount) >= amountsApart(nearest.other, one)) break;
          if (isBelow) below -= 1;
          else above += 1;
          const found = firstFound(byAmount?.get(amount)?.slice(0, COMPARED) ?? [], find);
          if (!found) continue;
          nearest = found;
          break;
        }
      }
      return nearest;
    },
  };
}

/** Where an amount is, or would be, among ascending ones. */
function placeIn(amounts: readonly number[], amount: number): number {
  let [from, to] = [0, amounts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((amounts[middle] ?? 0) < amount) from = middle + 1;
    else to = middle;
  }
  return from;
}

function firstFound<Found>(those: readonly Placed[], find: (other: Placed) => Found | undefined) {
  for (const other of those) {
    const found = find(other);
    if (found !== undefined) return { other, found };
  }
  return undefined;
}

const amountsApart = (one: Placed, other: Placed) => Math.abs(one.amount - other.amount);

/** As their files showed them, or after they were moved together. */
const isOnSameCard = (one: Placed, other: Placed) =>
  one.account.id === other.account.id || one.card.id === other.card.id;
const isSameName = (one: Placed, other: Placed) => isOnSameCard(one, other) && one.named === other.named;
const isSameText = (one: Placed, other: Placed) => isOnSameCard(one, other) && one.text === other.text;
const isAlike = (one: Placed, other: Placed) => amountsApart(one, other) <= ALIKE * other.amount;
const isSameAmount = (one: Placed, other: Placed) => isOnSameCard(one, other) && isAlike(one, other);

/** A card that took the place of another one, of which no later bill is there. */
const isOnNewCard = (one: Placed, other: Placed, lastCharges: ReadonlyMap<string, string>) =>
  !isOnSameCard(one, other) &&
  one.text === other.text &&
  isAlike(one, other) &&
  (lastCharges.get(one.account.id) ?? '') <= plusDays(other.charged, -INSTALLMENT_TOLERANCE_DAYS);

/**
 * How two payments with as many others are dated, otherwise than one another where two kinds of files state their charges;
 * undefined if they are not of one purchase, which is charged once a month.
 */
const datingsOf = (one: Placed, other: Placed): Datings | undefined =>
  PAIRS.find((datings) => areDated(one, other, datings));

function areDated(one: Placed, other: Placed, [first, second]: Datings): boolean {
  const [at, otherAt] = [DATINGS.indexOf(first), DATINGS.indexOf(second)];
  return (
    (first === second || (one.charge_date !== null && other.charge_date !== null)) &&
    isWithin(one.bought[at], other.bought[otherAt], DAYS_BETWEEN_MONTHS) &&
    isWithin(one.firstCharges[at], other.firstCharges[otherAt], INSTALLMENT_TOLERANCE_DAYS)
  );
}

const isWithin = (one = 0, other = 0, days: number) => Math.abs(one - other) <= days;

/**
 * The later payments are equal: that of the first is what the price leaves, as it has the rest of the division. A price
 * that leaves quite another amount belongs to another purchase.
 */
export function amountAfter(
  { n, of, amount, account_amount, price, each: changed, shown, shownAmount }: ShownPayment,
  smallest: number,
): number {
  const own = shownAmount ?? amount;
  if (changed !== null) return changed;
  if (n > 1 || account_amount !== null || !price || of < 2) return own;
  const each = Math.floor((price - (shown?.amount ?? amount)) / (of - 1) / smallest) * smallest;
  return Math.abs(each - own) <= ALIKE * own ? each : own;
}
