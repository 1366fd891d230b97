import { daysApart } from '../../calendar.ts';
import { dayNumber } from '../../recurring/schedule/days.ts';
import { type Buckets, dayAndAmount } from './buckets.ts';
import { type Claims, DAYS_UNTIL_BOOKED, daysAround, placesAround } from './claims.ts';
import { isFirstOf, isSamePayment, type Place } from './installments.ts';
import type { Known, Line, Match } from './line.ts';

/** Days between the date that a person wrote and that of the bank: a purchase by card is booked later. */
const DAYS_BETWEEN_TEXTS = 3;

/** The share by which the amount of a recurring transaction may differ. */
const OTHER_AMOUNT_MOST = 0.25;

/** Some banks divide into whole units, in hundredths. */
const WHOLE = 100;

/** By alike texts: of one amount, or of another one where only the bank knows it. */
export async function matchTexts(claims: Claims): Promise<void> {
  const all = await claims.indexByDayAndAmount();
  const match = (apart: number, isEqual: boolean, isAsked?: typeof isSamePayment) =>
    matchAmounts(claims, all, { apart, isEqual, isAsked });
  for (const isEqual of [true, false]) await match(0, isEqual, isSamePayment);
  for (let apart = 0; apart <= DAYS_BETWEEN_TEXTS; apart += 1)
    for (const isEqual of [true, false]) await match(apart, isEqual);
  await matchBooked(claims);
  const byDay = ({ date }: Known) => dayNumber(date);
  const payments = await claims.index(byDay, (one) => one.installment !== null && one.broughtBy === null);
  const occurrences = await claims.index(byDay, ({ isOccurrence }) => isOccurrence);
  for (let apart = 0; apart <= DAYS_BETWEEN_TEXTS; apart += 1) {
    await matchOtherDivisions(claims, payments, apart);
    await matchOtherAmounts(claims, occurrences, apart);
  }
}

interface Way {
  apart: number;
  /** Whether the texts are equal, or only alike. */
  isEqual: boolean;
  /** What else must be true of what is there. */
  isAsked?: ((line: Line, known: Known) => boolean) | undefined;
}

async function matchAmounts(
  claims: Claims,
  all: Buckets | null,
  { apart, isEqual, isAsked }: Way,
): Promise<void> {
  await claims.each((line, index) => {
    if (!all || (isAsked && line.installment === null)) return;
    for (const { day, place } of placesAround(line, apart)) {
      const key = dayAndAmount(day, line);
      const candidates = isEqual ? all.ofTexts(line, key, claims.keysOf(line)) : all.of(line, key);
      const known = claims.first(line, candidates, (one) => {
        if (isAsked?.(line, one) === false || !mayBeAt(claims, place, apart, line, one)) return false;
        return isEqual ? hasSameText(claims, line, one) : claims.areAlike(line, one);
      });
      if (known) return claims.claim(index, known, foundAt(place, apart, line, known));
    }
  });
}

function mayBeAt({ source }: Claims, { other }: Place, apart: number, line: Line, known: Known): boolean {
  const { broughtBy, isPending, date } = known;
  const isOfPerson = broughtBy === null;
  const isOtherKind = !isOfPerson && broughtBy !== source.kind;
  if (other === 'entered') return isOfPerson;
  if (other === 'brought') {
    const isPayment = apart === 0 && isSamePayment(line, known);
    return known.installment === line.installment && (isPayment || isOtherKind);
  }
  // A bank gives the same row the same day in each of its files; another kind of file may have the day of the purchase.
  const isInPeriod = date >= source.from && date <= source.to;
  return apart === 0 || isOfPerson || isPending || (isOtherKind && isInPeriod);
}

// Two empty texts are equal only where the same bank wrote both.
const hasSameText = (claims: Claims, line: Line, { broughtBy }: Known) =>
  broughtBy === claims.source.kind || claims.keysOf(line)[0] !== '';

function foundAt({ other }: Place, apart: number, line: Line, known: Known): Omit<Match, 'id'> {
  if (known.isPending && !line.isPending) return { state: 'matched', why: 'booked', apart };
  // Without the charges, only a person knows which of two equal purchases a payment with another day belongs to, and
  // whether what has its day is the first one.
  const isBrought = other === 'brought';
  const isFirst = other === undefined && known.broughtBy === null && isFirstOf(line, known) === undefined;
  const isSure = apart === 0 && !isFirst && (!isBrought || isSamePayment(line, known));
  return isSure
    ? { state: 'matched', why: isNumbered(line, known) ? 'numbered' : 'sameDay', apart }
    : { state: 'probable', why: 'nearDay', apart: isBrought ? daysApart(line.date, known.date) : apart };
}

/** Whether a person recorded as one transaction what the bank knows as a payment of a purchase. */
function isNumbered({ installment, isPending }: Line, known: Known): boolean {
  const { broughtBy, isOccurrence, isUnseenSide } = known;
  const isOfPerson = broughtBy === null && !isOccurrence && !isUnseenSide;
  return installment !== null && !isPending && isOfPerson && known.installment === null;
}

/** Pending rows that are booked some days later. */
async function matchBooked(claims: Claims): Promise<void> {
  const pending = await claims.index(
    ({ amount }) => amount,
    ({ isPending }) => isPending,
  );
  if (!pending) return;
  await claims.each((line, index) => {
    if (line.isPending) return;
    const known = claims.first(
      line,
      pending.of(line, line.amount),
      (one) => daysApart(line.date, one.date) <= DAYS_UNTIL_BOOKED && claims.areAlike(line, one),
    );
    if (known)
      claims.claim(index, known, {
        state: 'matched',
        why: 'booked',
        apart: daysApart(line.date, known.date),
      });
  });
}

/** Payments that a person entered; how a bank divides a purchase only the bank knows. */
async function matchOtherDivisions(claims: Claims, payments: Buckets | null, apart: number): Promise<void> {
  if (!payments) return;
  await claims.each((line, index) => {
    if (line.installment === null) return;
    for (const day of daysAround(line, apart))
      for (const unit of [1, WHOLE]) {
        const known = claims.first(
          line,
          payments.of(line, day),
          (one) => isOfDivision(line, one, unit) && claims.areAlike(line, one),
        );
        if (!known) continue;
        const isSame = apart === 0 && unit === 1;
        return claims.claim(
          index,
          known,
          isSame
            ? { state: 'matched', why: 'sameDay', apart }
            : { state: 'probable', why: 'otherDivision', apart },
        );
      }
  });
}

/** Whether both are one payment but for the rest of a division in cents or whole units, which the first or last one has. */
function isOfDivision(line: Line, known: Known, unit: number): boolean {
  const { installment: n, installmentTotal: of } = known;
  if (of === null || n !== line.installment || of !== line.installmentTotal) return false;
  const rest = n === 1 || n === of ? of : 1;
  return Math.abs(line.amount - known.amount) <= rest * unit;
}

/** Occurrences of recurring transactions, whose real amount only the bank knows. */
async function matchOtherAmounts(claims: Claims, occurrences: Buckets | null, apart: number): Promise<void> {
  if (!occurrences) return;
  await claims.each((line, index) => {
    for (const day of daysAround(line, apart)) {
      const known = claims.first(line, occurrences.of(line, day), (one) => {
        const isClose = Math.abs(one.amount - line.amount) <= one.amount * OTHER_AMOUNT_MOST;
        return one.broughtBy === null && isClose && claims.areAlike(line, one);
      });
      if (known) return claims.claim(index, known, { state: 'probable', why: 'otherAmount', apart });
    }
  });
}
