import type { TransactionRow } from '../../db/tables.ts';
import type { LoweredBill } from '../money-accounts/cards/paid-bills.ts';
import type { AccountInput } from '../money-accounts/schema.ts';
import type { FileAccount } from './bank-file.ts';

/** An account that a file names, and the id of the person's account that it is; null while that is unknown. */
export interface FoundAccount extends FileAccount {
  account_id: string | null;
  /** The account to create when the import is carried out. */
  made?: AccountInput;
}

/** What was taken out of the balance stated for all accounts, in minor units, and the opening balance that stated it before. */
export interface TakenFromWhole {
  amount: number;
  before: TransactionRow;
}

/** An opening balance that an import moved, so that the balance stated for a day still holds. */
export interface Stated {
  account: string;
  day: string;
  /** The row before it was moved. */
  before: TransactionRow;
  /** Its local calendar date since. */
  date: string;
  /**
   * The amount added to it (`by`), and the stated balance (`said`); minor units. Absent where an older version moved
   * it.
   */
  by?: number;
  said?: number;
}

/** A card whose bills up to a day the person called paid, and the ids of the transactions that pay them. */
export interface Paid {
  account: string;
  bills: string[];
  until: string;
  /** The versions, by their ids, of those that imports have changed since. */
  versions?: Record<string, string>;
}

/** The number that an account without one got from a file or a program. */
export interface LearntNumber {
  account: string;
  number: string;
}

/** What an import creates or moves besides its rows. */
export interface ImportEffects {
  accounts: string[];
  stated?: Stated[];
  paid?: Paid[];
  /** Assumed payments of bills that its rows lowered or replaced, as they were. */
  lowered?: (LoweredBill & { account: string })[];
  numbers?: LearntNumber[];
  /**
   * The opening balances that it set where the bank was right. `before` is the one that it replaced. `version` is that of
   * the row, as long as nobody but imports has changed it since.
   */
  openings: {
    account: string;
    id: string;
    version: string;
    taken?: TakenFromWhole;
    before?: TransactionRow;
  }[];
}

/** Why an undone import leaves an account that it created: what else is in it, or what refers to it. */
export const STAY_REASONS = ['transactions', 'series', 'named', 'last'] as const;

export type StayReason = (typeof STAY_REASONS)[number];

export interface Stayed {
  account: string;
  reason: StayReason;
}

/** The printed sum of a card's bill, and that of its rows; minor units. */
export interface Difference {
  charge_date: string;
  printed: number;
  read: number;
}

export const FILE_PARTS = ['recurring', 'budgets', 'goals', 'rules', 'reminders'] as const;

/** How many entries of each part of an account's file are left out, because the account is in use. */
export type LeftOutParts = Partial<Record<(typeof FILE_PARTS)[number], number>>;

/** How many rows of an import were created, merged, joined and left out. */
export interface ImportOutcome {
  created?: number;
  merged?: number;
  transfers?: number;
  left_out?: number;
  removed?: number;
  /** How many of the removed ones were payments of bills. */
  removed_bills?: number;
  /** What was created besides its rows. */
  made?: ImportEffects;
  /** Accounts that an undo has left. */
  stayed?: Stayed[];
  /** Numbers that an undo has removed from accounts that are still there. */
  unlearned?: LearntNumber[];
  /** Bills of a card whose printed sum differs from that of its rows. */
  differences?: Difference[];
  /** The number of the file among those that were chosen together. */
  place?: { n: number; of: number };
  /** Whether the person confirmed the account, although its kind or number differs from the file's. */
  isSure?: boolean;
  /** The parts of an account's file that are left out, because the account is in use. */
  parts?: LeftOutParts;
}
