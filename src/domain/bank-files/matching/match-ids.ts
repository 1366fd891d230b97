import { daysApart } from '../../calendar.ts';
import { pauseIfDue } from '../../throttle.ts';
import { AT_ONCE, ByExternalId } from './buckets.ts';
import { type Claims, DAYS_UNTIL_BOOKED } from './claims.ts';
import { isSameNumber, isSamePayment } from './installments.ts';
import type { Known, Line } from './line.ts';

/** By the ids that the bank gave the lines, and by those of earlier rows that they replace. */
export async function matchIds(claims: Claims): Promise<void> {
  const byId = new ByExternalId<Known>();
  for (const [index, one] of claims.known.entries()) {
    if (index % AT_ONCE === 0) await pauseIfDue();
    for (const id of one.externalIds) byId.add(one.accountId, id, one);
  }
  await matchSameIds(claims, byId);
  await matchCorrected(claims, byId);
}

async function matchSameIds(claims: Claims, byId: ByExternalId<Known>): Promise<void> {
  const { matches, source } = claims;
  const seen = new ByExternalId<number>();
  await claims.each((line, index) => {
    const { accountId, externalId } = line;
    if (externalId === null) return;
    const mayBe = (other: Line | Known) => mayShareId(line, other, source.kind);
    const known = byId.of(accountId, externalId).findLast(mayBe);
    if (!known && seen.of(accountId, externalId).some((other) => mayBe(claims.lineAt(other))))
      matches[index] = { state: 'matched', id: null, why: 'sameIdTwice', apart: 0 };
    // What is known is found again by itself, but for rows that may not share an id with it.
    if (!known || source.kind === 'api') seen.add(accountId, externalId, index);
    if (!known) return;
    const isTwice = claims.isClaimed(known);
    const isBooked = known.isPending && !line.isPending && !isTwice;
    const why = isTwice ? 'sameIdTwice' : isBooked ? 'booked' : 'sameId';
    claims.claim(index, known, { state: 'matched', why, apart: daysApart(line.date, known.date) });
  });
}

/** A program may send the bank's reference as an id, and banks give references to other rows too. */
function mayShareId(line: Line, other: Line | Known, kind: string): boolean {
  // Some programs send an id of the purchase.
  if (!isSameNumber(line, other)) return false;
  if (kind !== 'api' || other.isPending) return true;
  const apart = daysApart(line.date, other.date);
  const isNear = apart <= DAYS_UNTIL_BOOKED || ('chargeDates' in other && isSamePayment(line, other));
  return line.type === other.type && line.amount === other.amount && isNear;
}

function matchCorrected(claims: Claims, byId: ByExternalId<Known>): Promise<void> {
  return claims.each((line, index) => {
    const known = byId.of(line.accountId, line.corrects).findLast((one) => isSameNumber(line, one));
    if (!known || claims.isClaimed(known)) return;
    const apart = daysApart(line.date, known.date);
    // A program may give one id to several rows, though it should not: a person decides.
    const isAsked = claims.source.kind === 'api';
    claims.claim(
      index,
      known,
      isAsked ? { state: 'probable', why: 'sameId', apart } : { state: 'matched', why: 'corrected', apart },
    );
  });
}
