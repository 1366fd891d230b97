import type { TransactionRow } from '../../db/tables.ts';
import type { AccountInput } from '../money-accounts/schema.ts';
import type { Taken } from '../money-accounts/whole.ts';
import type { FileAccount } from './bank-file.ts';

/** An account that a file names, and which of the person's it is; null while that is unknown. */
export interface FoundAccount extends FileAccount {
  account_id: string | null;
  /** What the account will be, while it comes into being with the import. */
  made?: AccountInput;
}

/** An opening balance that an import moved, so that the account still has on a day what was said of that day. */
export interface Stated {
  account: string;
  day: string;
  /** As it was. */
  before: TransactionRow;
  /** Where it stands since. */
  date: string;
  /** What was added to it, and what was said of the day; minor units. One by an older version lacks them. */
  by?: number;
  said?: number;
}

/** A card whose bills up to a day a person said to be paid, and the ids of the transactions that say so. */
export interface Paid {
  account: string;
  bills: string[];
  until: string;
}

/** What comes into being with an import beside its rows. */
export interface Made {
  accounts: string[];
  stated?: Stated[];
  paid?: Paid[];
  /** `before` is the opening balance in whose place it came. */
  openings: { account: string; id: string; version: string; taken?: Taken; before?: TransactionRow }[];
}

/** Why an account stays that an undone import made: what else is in it, or what names it. */
export const STAY_REASONS = ['transactions', 'series', 'named', 'last'] as const;

export type StayReason = (typeof STAY_REASONS)[number];

export interface Stayed {
  account: string;
  reason: StayReason;
}
