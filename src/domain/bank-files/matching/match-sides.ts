import { dayNumber } from '../../recurring/schedule/days.ts';
import { DAYS_BETWEEN_SIDES } from '../../transactions/transfers/transfer.ts';
import { type Buckets, dayAndAmount } from './buckets.ts';
import { type Claims, COMPARED_MOST, daysAround, isPossible, type Lines } from './claims.ts';
import type { Known, Line } from './line.ts';
import { nearness } from './transfer-amounts.ts';

/** The account to or from which a line moves money, where a rule names one. */
export type MovesTo = (index: number) => string | null;

/** Whether the texts of a line name an account. */
export type Names = (index: number, accountId: string) => boolean;

/** Whether texts name the other account of a line whose file names it; null for other lines. */
export type SaysMove = (index: number) => { to: string; isNamedBy: (known: Known) => boolean } | null;

/** By what a line may be the side of a transfer: what names the other account, or only amount and day. */
type SideBy = 'rule' | 'name' | 'amount';

/** Null where a rule names another account than that of this transfer's other side. */
type SideOf = (index: number, known: Known) => SideBy | null;

/**
 * As sides of transfers that no bank has shown yet. The text of such a side was copied from the other side, so only amount
 * and day can be compared, and whether it names the account of that.
 */
export async function matchSides(claims: Claims, movesTo: MovesTo, names: Names): Promise<void> {
  const unseen = ({ isUnseenSide, isConverted }: Known) => isUnseenSide && !isConverted;
  const sides = await claims.indexByDayAndAmount(unseen);
  const converted = await claims.index(
    ({ date }) => dayNumber(date),
    ({ isUnseenSide, isConverted }) => isUnseenSide && isConverted,
  );
  const sideOf = sideBy(movesTo, names);
  for (const by of ['rule', 'name', 'amount'] as const) {
    const isBy = (index: number, known: Known) => sideOf(index, known) === by;
    for (let apart = 0; apart <= DAYS_BETWEEN_SIDES; apart += 1) await matchEqual(claims, sides, isBy, apart);
    claimPairs(claims, await convertedPairs(claims, converted, isBy));
  }
}

/**
 * As sides of transfers between the same accounts, then as what a bank has shown of one and that names the other account.
 * The file may have the words of the other side, so only amount and day are compared.
 */
export async function matchNamed(claims: Claims, { length }: Lines, saysMove: SaysMove): Promise<void> {
  const moves = Array.from({ length }, (_, index) => saysMove(index));
  if (moves.every((move) => move === null)) return;
  const all = await claims.indexByDayAndAmount();
  for (const isSide of [true, false])
    for (let apart = 0; apart <= DAYS_BETWEEN_SIDES; apart += 1)
      await claims.each((line, index) => {
        const move = moves[index];
        if (!move || !all) return;
        for (const day of daysAround(line, apart)) {
          const known = claims.first(line, all.of(line, dayAndAmount(day, line)), (one) =>
            isSide
              ? one.otherSide?.accountId === move.to
              : one.otherSide === null && one.broughtBy !== null && move.isNamedBy(one),
          );
          const why = isSide ? 'transferSide' : apart === 0 ? 'sameDay' : 'nearDay';
          if (known) return claims.claim(index, known, { state: 'matched', why, apart });
        }
      });
}

function sideBy(movesTo: MovesTo, names: Names): SideOf {
  // By line, because a line is compared with many transactions.
  const answers = new Map<number, string | null>();
  return (index, { otherSide }) => {
    if (!answers.has(index)) answers.set(index, movesTo(index));
    const to = answers.get(index) ?? null;
    if (to !== null) return to === otherSide?.accountId ? 'rule' : null;
    return otherSide && names(index, otherSide.accountId) ? 'name' : 'amount';
  };
}

type IsBy = (index: number, known: Known) => boolean;

/** Matches those of the same amount: a person decides. */
async function matchEqual(claims: Claims, sides: Buckets | null, isBy: IsBy, apart: number): Promise<void> {
  if (!sides) return;
  await claims.each((line, index) => {
    for (const day of daysAround(line, apart)) {
      const candidates = sides.of(line, dayAndAmount(day, line));
      const known = claims.first(line, candidates, (one) => isBy(index, one));
      if (known) return claims.claim(index, known, { state: 'probable', why: 'transferSide', apart });
    }
  });
}

interface Pair {
  index: number;
  line: Line;
  known: Known;
  isSure: boolean;
  off: number;
  apart: number;
  isAlike: boolean;
}

/**
 * Lines and sides of transfers between currencies whose amounts are near: those of the sides follow rates, and the bank's
 * row states what really arrived or left.
 */
async function convertedPairs(claims: Claims, converted: Buckets | null, isBy: IsBy): Promise<Pair[]> {
  const pairs: Pair[] = [];
  if (!converted) return pairs;
  await claims.each((line, index) => {
    if (line.isPending) return;
    let compared = 0;
    for (let apart = 0; apart <= DAYS_BETWEEN_SIDES; apart += 1)
      for (const day of daysAround(line, apart))
        for (const known of converted.of(line, day)) {
          if (compared === COMPARED_MOST) break;
          const near = isPossible(line, known) && isBy(index, known) ? nearnessOf(line, known) : null;
          if (!near) continue;
          compared += 1;
          pairs.push({ index, line, known, ...near, apart, isAlike: claims.areAlike(line, known) });
        }
  });
  return pairs;
}

/** An amount that the bank states for the other side is surer than any rate. */
function nearnessOf({ amount, original }: Line, known: Known): ReturnType<typeof nearness> {
  const isStated =
    original?.amount === known.otherSide?.amount && original?.currency === known.otherSide?.currency;
  return original && isStated ? { isSure: true, off: 0 } : nearness(known.amount, amount);
}

/** Amounts within the sure share first, then the nearest day, then alike texts. Probable matches are for a person to decide. */
function claimPairs(claims: Claims, pairs: Pair[]): void {
  const amountsOf = new Map<number | Known, Set<number>>();
  const note = (of: number | Known, amount: number) =>
    amountsOf.set(of, (amountsOf.get(of) ?? new Set()).add(amount));
  for (const { index, known, line } of pairs) {
    note(index, known.amount);
    note(known, line.amount);
  }
  pairs.sort(
    (one, other) =>
      Number(other.isSure) - Number(one.isSure) ||
      one.apart - other.apart ||
      Number(other.isAlike) - Number(one.isAlike) ||
      one.off - other.off,
  );
  for (const { index, known, isSure, apart } of pairs) {
    if (claims.matches[index] !== null || claims.isClaimed(known)) continue;
    // Among equal amounts, any pairing is right.
    const isAlone = amountsOf.get(index)?.size === 1 && amountsOf.get(known)?.size === 1;
    claims.claim(
      index,
      known,
      isSure && isAlone
        ? { state: 'matched', why: 'arrived', apart }
        : { state: 'probable', why: 'nearAmount', apart },
    );
  }
}
