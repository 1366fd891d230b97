import type { TextKey } from '../../i18n/texts.ts';
import type { RowError, SkipReason } from './bank-file.ts';
import type { Match } from './matching/line.ts';
import type { LineError } from './preview/lines.ts';

export const SKIPPED: Record<SkipReason, TextKey> = {
  total: 'import:skippedTotal',
  openingBalance: 'import:skippedOpening',
  closingBalance: 'import:skippedClosing',
  wholeOfSplit: 'import:skippedSplit',
  zero: 'import:skippedZero',
  information: 'import:skippedInformation',
  otherSide: 'import:skippedOtherSide',
  empty: 'import:skippedEmpty',
  withdrawn: 'import:skippedWithdrawn',
};

export const ERRORS: Record<RowError | LineError, TextKey> = {
  date: 'import:lineDate',
  amount: 'import:lineAmount',
  decimals: 'import:lineDecimals',
  columns: 'import:lineColumns',
  transfer: 'import:lineTransfer',
  currency: 'import:lineCurrency',
  account: 'errors:accountUnnamed',
  archived: 'errors:accountArchived',
};

export const WHY: Record<Match['why'], TextKey> = {
  sameId: 'import:whySameId',
  sameIdTwice: 'import:whySameIdTwice',
  sameDay: 'import:whySameDay',
  nearDay: 'import:whyNearDay',
  booked: 'import:whyBooked',
  corrected: 'import:whyCorrected',
  otherAmount: 'import:whyOtherAmount',
  otherDivision: 'import:whyOtherDivision',
  numbered: 'import:whyNumbered',
  transferSide: 'import:whyTransferSide',
  arrived: 'import:whyArrived',
  nearAmount: 'import:whyNearAmount',
};

/** Of a new row: its purchase was said to have no more payments. */
export const ENDED: TextKey = 'import:whyEnded';

/** Reasons of transfers that are left out until a person decides. */
export const ASKED: readonly (string | null)[] = ['import:whyNearSide'] satisfies TextKey[];
