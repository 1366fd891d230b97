import { type Kysely, sql } from 'kysely';

/** Codes in place of keys of texts, by which rows had their reasons. */
const CODES = {
  'import:skippedTotal': 'total',
  'import:skippedOpening': 'openingBalance',
  'import:skippedClosing': 'closingBalance',
  'import:skippedSplit': 'wholeOfSplit',
  'import:skippedZero': 'zero',
  'import:skippedInformation': 'information',
  'import:skippedOtherSide': 'otherSide',
  'import:skippedWithdrawn': 'withdrawn',
  'import:skippedEmpty': 'empty',
  'import:lineDate': 'date',
  'import:lineAmount': 'amount',
  'import:lineDecimals': 'decimals',
  'import:lineColumns': 'columns',
  'import:lineCurrency': 'currency',
  'import:lineTransfer': 'transfer',
  'errors:accountUnnamed': 'account',
  'errors:accountArchived': 'archived',
  'import:whyOtherSide': 'otherRow',
};

/** Where the code begins in all others, such as `import:whySameDay`; its first letter is a small one. */
const FIRST = 11;

export async function addReasonsOfBankRows(db: Kysely<unknown>): Promise<void> {
  const named = Object.entries(CODES).map(([key, code]) => sql`when ${key} then ${code}`);
  const rest = sql`lower(substr(why, ${sql.lit(FIRST)}, 1)) || substr(why, ${sql.lit(FIRST + 1)})`;
  await sql`
    update bank_import_rows set why = case why ${sql.join(named, sql` `)} else ${rest} end where why like '%:%'
  `.execute(db);
}
