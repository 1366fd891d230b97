import type { AccountRow, BankImportRow, ImportedLineRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import { plusDays } from '../../calendar.ts';
import type { Writing } from '../../context.ts';
import { readRevision } from '../../ledger/ledger.ts';
import { firstOpen } from '../../money-accounts/read.ts';
import type { RuleOutcome } from '../../rules/match.ts';
import { countRules } from '../../rules/outcomes.ts';
import { DAYS_BETWEEN_SIDES } from '../../transactions/transfers/transfer.ts';
import { updateImport } from '../imports.queries.ts';
import { endOfLines, findLinesBetween, findLinesNumbered, updateLines } from '../lines.queries.ts';
import { whileUnchanged } from '../lock-import.ts';
import { accountsWith, newAccountsOf } from '../new-accounts.ts';
import { ASKED, type DefaultDecision, defaultDecision, firstStage } from '../preview/default-decision.ts';
import { contentOf, poolTexts, spanOf } from '../preview/lines.ts';
import { noteLocked } from '../preview/locked-rows.ts';
import { NO_HINTS, planRows } from '../preview/plan.ts';
import type { PlannedRow } from '../preview/planned.ts';
import { type Categorised, categoriesFor } from '../preview/row-categories.ts';
import { stringPool } from '../string-pool.ts';
import { findKnown, type KnownRow } from './existing.queries.ts';
import { isOffered } from './offered.ts';
import { joinOthers } from './transfers.ts';

/** How many lines one statement reads or stores, while others wait. */
const LINES_AT_ONCE = 500;

/**
 * Matches the rows of a preview again, after the person's transactions have changed. The person's decision about a row stays,
 * unless its state has changed.
 * @returns how many rows have another state
 */
export async function matchAgain(context: Writing, row: BankImportRow): Promise<number> {
  const { viewer } = context;
  const revision = await readRevision(context);
  const accounts = await accountsWith(context, newAccountsOf(row));
  const main = row.account_id ?? firstOpen([...accounts.values()]).id;
  const rows = await readOpen(context, row, accounts, main, plannedOf);
  const file = { kind: row.kind as 'csv', found: JSON.parse(row.file_accounts) };
  // Rules were not applied to matched rows, and an account that they name may exist again.
  const isAsked = (one: Again) =>
    (one.line.state === 'matched' || one.line.why === 'ruleGone') && isOther(one.line, defaultDecision(one));
  await planRows(context, rows, file, accounts, isAsked);
  if (row.kind === 'api' && row.stage === 0) await noteLocked(context, rows);
  const changed = rows.filter((one) => isOther(one.line, defaultDecision(one)));
  const categoryOf = await categoriesFor(context);
  for (let from = 0; from < changed.length || from === 0; from += LINES_AT_ONCE) {
    const some = changed.slice(from, from + LINES_AT_ONCE);
    const isLast = from + LINES_AT_ONCE >= changed.length;
    await whileUnchanged(context, row, async (tx, latest) => {
      await store(tx, latest, some, categoryOf);
      if (isLast) await updateImport(tx, { user_id: viewer.id, id: row.id, revision });
    });
  }
  await countRules(
    context,
    changed.flatMap(({ outcome }) => outcome?.ids ?? []),
  );
  return changed.length;
}

/** With what is stored of it; the whole lines of a large file are not in memory twice. */
interface Again extends PlannedRow {
  line: Pick<ImportedLineRow, 'number' | 'state' | 'matched_id' | 'why'>;
}

/** The lines of an import that can still be carried out. */
async function readOpen(
  { db, viewer }: Pick<Writing, 'db' | 'viewer'>,
  row: BankImportRow,
  accounts: ReadonlyMap<string, AccountRow>,
  main: string | null,
  planned: (line: ImportedLineRow) => Omit<PlannedRow, 'account'>,
): Promise<Again[]> {
  const pooled = stringPool();
  const rows: Again[] = [];
  const end = await endOfLines(db, viewer.id, row.id);
  for (let from = 0; from < end; from += LINES_AT_ONCE)
    for (const line of await findLinesBetween(db, viewer.id, row.id, from, from + LINES_AT_ONCE)) {
      const { number, state, matched_id, why } = line;
      const account = accounts.get(line.account_id ?? main ?? '');
      if (!account || line.stage < row.stage || line.date === '' || state === 'error') continue;
      const one = planned(line);
      poolTexts(one.content, pooled);
      rows.push({
        ...one,
        line: { number, state: pooled(state), matched_id, why: why && pooled(why) },
        account,
      });
    }
  return rows;
}

type Reasons = readonly ImportedLineRow['why'][];

/** Reasons of transfers that are searched for again; those by the file's own names or by a rule are kept. */
const FOUND_ANEW: Reasons = ['bill', 'bothSides', 'asBefore', 'card', 'whichCard', 'cash', 'whichCash'];

function plannedOf(line: ImportedLineRow, foundAnew = FOUND_ANEW): Omit<PlannedRow, 'account'> {
  const { other_account_id, why } = line;
  // Alone it would not be imported as a transfer.
  const isChosen = line.decision === 'transfer' && isOffered({ ...line, decision: 'import' });
  const isKept =
    line.state === 'transfer' &&
    other_account_id !== null &&
    why !== null &&
    (isChosen || !foundAnew.includes(why));
  const content = { ...contentOf(line), description: line.bank_description ?? line.description };
  return {
    hints: NO_HINTS,
    content,
    error: null,
    match: null,
    transfer: isKept
      ? {
          decision: line.decision,
          accountId: other_account_id,
          amount: line.other_amount,
          sideId: line.matched_id,
          why,
          values: JSON.parse(line.why_values ?? 'null'),
        }
      : null,
    outcome: line.why === 'rule' && !isKept ? LEFT_OUT : null,
    madeId: line.made_id,
  };
}

const LEFT_OUT: RuleOutcome = {
  category_id: null,
  merchant_name: null,
  notes: null,
  account_to: null,
  leave_out: true,
  isRenamed: false,
  ids: [],
};

function isOther(line: Again['line'], { state, matched_id, why }: DefaultDecision): boolean {
  return line.state !== state || line.matched_id !== matched_id || line.why !== why;
}

/**
 * Finds the other sides of lines that a person or a new rule has made transfers.
 * @param context inside the database transaction that has stored them
 * @param row the import, with its counts before
 * @param isChosen whether a person chose them, so that near amounts are accepted
 * @returns the import with its counts after
 */
export async function joinChosen(
  context: Pick<Writing, 'db' | 'viewer' | 'now' | 'locale'> & { db: Tx },
  row: BankImportRow,
  isChosen: boolean,
): Promise<BankImportRow> {
  const { db, viewer } = context;
  const accounts = await accountsWith(context, newAccountsOf(row));
  const rows = await readOpen(context, row, accounts, row.account_id, (line) => {
    const { state, decision, matched_id: id } = line;
    const why = decision === 'merge' ? 'booked' : 'sameDay';
    const isThere = state === 'matched' || state === 'probable';
    return { ...plannedOf(line, []), match: isThere ? { state, id, why, apart: 0 } : null };
  });
  const alone = rows.filter(({ transfer }) => transfer?.decision === 'transfer' && transfer.sideId === null);
  if (alone.length === 0) return row;
  const { from, to } = spanOf(alone.map(({ content }) => content.date));
  const around = { from: plusDays(from, -DAYS_BETWEEN_SIDES), to: plusDays(to, DAYS_BETWEEN_SIDES) };
  const sides: KnownRow[] = [];
  for await (const side of findKnown(db, viewer.id, around)) sides.push(side);
  await joinOthers(context, rows, { accounts, sides }, isChosen);
  const counts: Record<string, number> = JSON.parse(row.counts);
  const joined = new Map<number, DefaultDecision>();
  for (const one of rows) {
    const { line, transfer } = one;
    if (!transfer || (transfer.sideId === line.matched_id && transfer.why === line.why)) continue;
    const next = defaultDecision(one);
    counts[line.state] = (counts[line.state] ?? 0) - 1;
    counts[next.state] = (counts[next.state] ?? 0) + 1;
    joined.set(line.number, next);
  }
  const lines = await findLinesNumbered(db, viewer.id, row.id, [...joined.keys()]);
  await updateLines(
    db,
    lines.map((line) => ({ ...line, ...joined.get(line.number) })),
  );
  return { ...row, counts: JSON.stringify(counts) };
}

async function store(
  tx: Tx,
  row: BankImportRow,
  changed: readonly Again[],
  categoryOf: (planned: PlannedRow) => Categorised,
): Promise<void> {
  const { user_id, id, kind } = row;
  const numbers = changed.map(({ line }) => line.number);
  // Read again, because the person may have changed them meanwhile.
  const lines = new Map(
    (await findLinesNumbered(tx, user_id, id, numbers)).map((line) => [line.number, line]),
  );
  const counts: Record<string, number> = JSON.parse(row.counts);
  const after = changed.flatMap((one): ImportedLineRow[] => {
    const line = lines.get(one.line.number);
    if (!line) return [];
    const next = defaultDecision(one);
    counts[line.state] = (counts[line.state] ?? 0) - 1;
    counts[next.state] = (counts[next.state] ?? 0) + 1;
    return [
      {
        ...line,
        ...next,
        ...(line.decision === 'leave_out' && isBroughtByDefault(line) && { decision: 'leave_out' }),
        ...(line.category_id === null && line.category_source === null && categoryOf(one)),
        ...(one.outcome && { merchant_name: one.content.merchant_name, notes: one.content.notes }),
        stage: row.stage === 0 ? firstStage(kind, next, one.isLocked) : line.stage,
      },
    ];
  });
  await updateLines(tx, after);
  await updateImport(tx, { user_id, id, counts: JSON.stringify(counts) });
}

const LEFT_OUT_WHY: Reasons = ['oneAccount', 'otherRow', ASKED];

const MERGED_WHY: Reasons = ['booked', 'corrected', 'numbered'];

/** Whether the person chose to leave a line out. */
function isBroughtByDefault({ state, why }: ImportedLineRow): boolean {
  if (state === 'new') return why !== 'rule';
  if (state === 'transfer') return !LEFT_OUT_WHY.includes(why);
  return MERGED_WHY.includes(why);
}
