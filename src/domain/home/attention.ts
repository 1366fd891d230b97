import type { MonthToDate } from '../analytics/month-to-date.ts';
import type { Dates } from '../analytics/periods.ts';
import { plusDays } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { DAYS_BACK } from '../insights/history.ts';
import { type Finding, type Findings, readFindings } from '../insights/read.ts';
import { countUncategorized, hasGrown, uncategorizedShare } from '../insights/recommendations.ts';
import { type InactiveTemplate, listInactive } from '../recurring/templates/overview.ts';
import { type Candidate, candidates } from '../transactions/transfers/candidates.ts';
import { DAYS_BETWEEN_SIDES } from '../transactions/transfers/transfer.ts';

export type Attention =
  /** Probably recorded twice: `transaction` repeats `duplicateOf`. */
  | { kind: 'duplicate'; transaction: Finding; duplicateOf: Finding }
  /** How many more of them there are. */
  | { kind: 'duplicates'; count: number }
  /** Two transactions that may be one transfer. */
  | { kind: 'transfer'; candidate: Candidate }
  /** How many more of them there are. */
  | { kind: 'transfers'; count: number }
  | { kind: 'unusual'; transaction: Findings['unusual'][number] }
  /** What comes every month without a recurring template. */
  | { kind: 'repeats'; transaction: Finding }
  /** How far spending this month is above the same days of the month before: 0.25 for a quarter. */
  | { kind: 'spending'; change: number }
  /**
   * As in the advice of analytics; `share` is that of this month's spending, null if it needs no alert, and `only` the
   * transaction if it is one.
   */
  | { kind: 'uncategorized'; count: number; dates: Dates; share: number | null; only: string | null }
  | { kind: 'paused' | 'ended'; templates: InactiveTemplate[] };

/** How many pairs are shown one by one, and for how many days an unusual transaction is. */
const PAIRS = 2;
const TRANSFERS = 3;
/** Home looks back less far for them than their page. */
const TRANSFER_DAYS = 62;
const UNUSUAL_DAYS = 14;
const REPEATING = 2;

/** The most urgent first. Transfers only where there are several accounts. */
export async function readAttention(
  context: Reading,
  month: MonthToDate,
  hasAccounts: boolean,
): Promise<Attention[]> {
  const findings = await readFindings(context);
  const { paused, ended } = await listInactive(context);
  return [
    ...(hasAccounts ? transfers(await candidates(context, DAYS_BETWEEN_SIDES, TRANSFER_DAYS)) : []),
    ...duplicates(findings),
    ...unusual(findings, month.to),
    ...findings.repeating
      .slice(0, REPEATING)
      .map((transaction) => ({ kind: 'repeats' as const, transaction })),
    ...(await spending(context, month)),
    ...(await uncategorized(context, month, findings)),
    ...series('paused', paused),
    ...series('ended', ended),
  ];
}

function transfers(found: Candidate[]): Attention[] {
  const count = found.length - TRANSFERS;
  return [
    ...found.slice(0, TRANSFERS).map((candidate) => ({ kind: 'transfer' as const, candidate })),
    ...(count > 0 ? [{ kind: 'transfers' as const, count }] : []),
  ];
}

function duplicates({ repeated, advice }: Findings): Attention[] {
  const shown = repeated.slice(0, PAIRS);
  const count = (advice.find(({ type }) => type === 'review_duplicates')?.value ?? 0) - shown.length;
  return [
    ...shown.map(([transaction, duplicateOf]) => ({ kind: 'duplicate' as const, transaction, duplicateOf })),
    ...(count > 0 ? [{ kind: 'duplicates' as const, count }] : []),
  ];
}

// What looks like another one already stands above with that.
function unusual(findings: Findings, today: string): Attention[] {
  const since = plusDays(today, -UNUSUAL_DAYS);
  const transaction = findings.unusual.find(
    ({ id, date }) => date > since && !findings.repeated.some(([repeated]) => repeated.id === id),
  );
  return transaction ? [{ kind: 'unusual', transaction }] : [];
}

async function spending(context: Reading, month: MonthToDate): Promise<Attention[]> {
  const { change, before } = month.expenses;
  const isDue = await hasGrown(context, { dates: month, compared: month.compared, before, change });
  return isDue ? [{ kind: 'spending', change: change ?? 0 }] : [];
}

async function uncategorized(context: Reading, month: MonthToDate, findings: Findings): Promise<Attention[]> {
  const dates = { from: plusDays(month.to, -DAYS_BACK), to: month.to };
  const { uncategorized: count } = await countUncategorized(context, dates);
  if (count === 0) return [];
  const share = uncategorizedShare(month.spending);
  const only = count === 1 ? findings.uncategorized : null;
  return [{ kind: 'uncategorized', count, dates, share, only }];
}

const series = (kind: 'paused' | 'ended', templates: InactiveTemplate[]): Attention[] =>
  templates.length > 0 ? [{ kind, templates }] : [];
