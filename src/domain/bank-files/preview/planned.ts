import type { AccountRow, ImportedLineRow } from '../../../db/tables.ts';
import type { RuleOutcome } from '../../rules/match.ts';
import type { BankFile, FileRow } from '../bank-file.ts';
import type { Match } from '../matching/line.ts';
import type { FoundAccount } from '../outcome.ts';
import type { LineContent, LineError } from './lines.ts';

/** A file whose accounts are known. */
export type PlacedFile = Pick<BankFile, 'currency' | 'rows' | 'skipped' | 'errors' | 'totals'> & {
  kind: BankFile['kind'] | 'account' | 'api';
  found: readonly FoundAccount[];
  /** For rows that name none. */
  main: string;
  /** For rows that name one that is in no list of the file. */
  accountOfRow?: ((row: FileRow) => string) | undefined;
};

/** What planning needs of a row beyond its content; the rest of a hundred thousand rows is not kept in memory. */
export type RowHints = Pick<FileRow, 'sheet' | 'category' | 'transfer'>;

/** A row of a file with its account and what it becomes. */
export interface PlannedRow {
  hints: RowHints;
  account: AccountRow;
  content: LineContent;
  error: LineError | null;
  match: Match | null;
  transfer: TransferPlan | null;
  /** The account of a possible other side, for a person to decide, or null where only the reason is said. */
  offered?:
    | { accountId: string | null; why: NonNullable<ImportedLineRow['why']>; values: Record<string, string> }
    | undefined;
  /** The outcome of the person's rules; null where none fits, and for matched rows. */
  outcome: RuleOutcome | null;
  /** Whether it is a payment of a purchase of which no more were expected. */
  isEnded?: boolean;
  /** Whether it would come into a time that was checked against the bank. */
  isLocked?: boolean;
  /** The id of the transaction that it becomes, where another row refers to it. */
  madeId?: string;
}

export const isFresh = ({ match, content }: PlannedRow) => match === null && content.is_pending === 0;

/** How a row becomes a transfer between two accounts. */
export interface TransferPlan {
  decision: ImportedLineRow['decision'];
  /** The other account; null for one that is gone. */
  accountId: string | null;
  /** The amount of the other side, where its currency differs; minor units. */
  amount: number | null;
  /** The existing transaction that becomes the other side; null if it has to be created. */
  sideId: string | null;
  why: NonNullable<ImportedLineRow['why']>;
  values: Record<string, string | number> | null;
}
