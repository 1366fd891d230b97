import type { MatchReason } from '../../../db/tables.ts';
import type { TransactionType } from '../../schemas.ts';

/** A row of a file, as far as it can be recognized. */
export interface Line {
  accountId: string;
  date: string;
  type: TransactionType;
  /** In minor units of `currency`. */
  amount: number;
  currency: string;
  description: string;
  payee: string | null;
  /** The bank's own id. */
  externalId: string | null;
  /** The bank's id of an earlier row that this one replaces. */
  corrects: string | null;
  installment: number | null;
  installmentTotal: number | null;
  /** For a purchase by card, where the file says it. */
  chargeDate: string | null;
  isPending: boolean;
  /** What was paid in another currency. */
  original: { amount: number; currency: string } | null;
}

/** What a transaction and a row of a file are compared by. */
export type Written = Omit<Line, 'externalId' | 'corrects' | 'chargeDate' | 'isPending' | 'original'>;

/** A transaction as it is now, or as a bank wrote it. Several may be views of one transaction. */
export interface Known extends Written {
  id: string;
  /** The ids that banks gave it. */
  externalIds: readonly string[];
  /** The charge dates that banks stated, and that of a transaction which they brought. */
  chargeDates: readonly string[];
  /** The bill that has it, by its own date or the rule of its card; null where it is no purchase by card. */
  billed: string | null;
  /** The kind of the bank's file that it came from; null if a person or a template made it. */
  broughtBy: string | null;
  /** Whether it is still what a bank showed before it was booked. */
  isPending: boolean;
  isOccurrence: boolean;
  /** The side of a transfer that no bank has shown yet. */
  isUnseenSide: boolean;
  /** The side of a transfer between currencies, whose amount follows a rate until a bank states it. */
  isConverted: boolean;
  /** The other side of a transfer; the amount in minor units of that account's currency. */
  otherSide: { accountId: string; amount: number; currency: string } | null;
}

export interface Match {
  state: 'matched' | 'probable';
  /** Null for a row that is in the file twice and was never imported. */
  id: string | null;
  why: MatchReason;
  /** Days between the two. */
  apart: number;
}

/** Whether the row of the file replaces the transaction, or some of it. */
export const isReplacing = ({ why }: Match) => REPLACING.includes(why);

const REPLACING: readonly Match['why'][] = ['booked', 'corrected', 'arrived', 'numbered'];
