import type { AccountRow, ImportedLineRow } from '../../../db/tables.ts';
import type { TextKey } from '../../../i18n/texts.ts';
import type { Outcome } from '../../rules/match.ts';
import type { BankFile, FileRow } from '../bank-file.ts';
import type { FoundAccount } from '../found-account.ts';
import type { Match } from '../matching/line.ts';
import type { LineContent, LineError } from './lines.ts';

/** A file whose accounts are known. */
export type PlacedFile = Pick<BankFile, 'currency' | 'rows' | 'skipped' | 'errors' | 'totals'> & {
  kind: BankFile['kind'] | 'account' | 'api';
  found: readonly FoundAccount[];
  /** Of rows that name none. */
  main: string;
  /** Of rows that name one that is in no list of the file. */
  accountOfRow?: ((row: FileRow) => string) | undefined;
};

/** What a row of a file says beyond its content; of a hundred thousand rows nothing else is kept. */
export type RowHints = Pick<FileRow, 'sheet' | 'category' | 'transfer' | 'isCardPayment'>;

/** A row of a file with its account, and what becomes of it. */
export interface PlannedRow {
  hints: RowHints;
  account: AccountRow;
  content: LineContent;
  error: LineError | null;
  match: Match | null;
  transfer: TransferPlan | null;
  /** The account of what may be its other side, which a person decides. */
  offered?: { accountId: string; values: Record<string, string> } | undefined;
  /** What the person's rules want of it; null where none fits, and for what is there already. */
  outcome: Outcome | null;
  /** The id of the transaction that it becomes, where another row refers to it. */
  madeId?: string;
}

/** What becomes of a row that moves money between two accounts. */
export interface TransferPlan {
  decision: ImportedLineRow['decision'];
  /** The other account; null for one that is gone. */
  accountId: string | null;
  /** What leaves or arrives there, where its currency differs; minor units. */
  amount: number | null;
  /** The transaction there that it is joined with; null if there is none yet. */
  sideId: string | null;
  why: TextKey;
  values: Record<string, string | number> | null;
}
