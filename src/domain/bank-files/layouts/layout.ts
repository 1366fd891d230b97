/** What a column of a known bank or card carries. */
export type LayoutRole =
  | 'date'
  | 'valueDate'
  /** The day a card takes the money. */
  | 'chargeDate'
  /** What leaves or comes in, signed. */
  | 'amount'
  | 'out'
  | 'in'
  | 'sign'
  /** Before conversion, or the full price of a purchase in installments. */
  | 'original'
  | 'originalCurrency'
  | 'currency'
  | 'description'
  | 'payee'
  /** Every column named is joined. */
  | 'memo'
  | 'category'
  | 'tags'
  | 'reference'
  | 'balance'
  /** The last four digits of a card. */
  | 'card'
  | 'account'
  | 'status';

/** A known bank or card: names of its columns. Case, quotes, currencies, blanks and the Hebrew article do not matter. */
export interface Layout {
  kind: string;
  /** The name of the layout on screens. */
  name: { en: string; he: string };
  /** Names of the bank as its files write them; the first is that of a file which names none. Absent for cards. */
  banks?: readonly string[];
  /** A table is of this kind when it has a column of each line, whichever of the names. */
  marks: readonly (readonly string[])[];
  /** What tables have of it that stand in the same file and tell less. */
  otherMarks?: readonly (readonly string[])[];
  /** The names of each role, likelier first. */
  columns: Partial<Record<LayoutRole, readonly string[]>>;
  currency: string;
  isCard?: true;
  /** `plus_out` where a positive amount leaves the account, as cards write. */
  sign?: 'plus_out';
  /** The currency meant by an empty original currency. */
  emptyOriginalCurrency?: string;
  /** Sheets that only inform. */
  informationSheets?: RegExp;
  /** The text of a row not booked yet, where titles do not tell. */
  pendingRow?: RegExp;
}
