import type { Db } from '../../../db/open.ts';
import type { BankImportRow } from '../../../db/tables.ts';
import type { Writing } from '../../context.ts';
import { busy, DomainError } from '../../error.ts';
import { inLedger, type Ledger, readRevision } from '../../ledger/ledger.ts';
import type { Steps } from '../../long-work/long-work.ts';
import { dayForChecks, mayBeLocked, requireUnlocked } from '../../money-accounts/checks/lock.ts';
import { accountsById } from '../../money-accounts/read.ts';
import { findCarriedOut, findImport, updateImport } from '../imports.queries.ts';
import {
  countOfStage,
  endOfLines,
  findAccountsDue,
  findAccountsOfLines,
  findAccountsToUse,
  findLinesBetween,
  findPlacesToCome,
  findToMerge,
} from '../lines.queries.ts';
import { lockImport } from '../lock-import.ts';
import { matchAgain } from '../matching/match-again.ts';
import type { ImportOutcome } from '../outcome.ts';
import { updatePaidBills, withBills } from './card-bills.ts';
import {
  type Content,
  contentOf,
  endWork,
  LINES_AT_ONCE,
  linesOf,
  ownerOf,
  personOf,
  requireImport,
  type Span,
  startWork,
} from './import-work.ts';
import { NOTHING_MADE, withStated } from './made.ts';
import {
  type CarryOutInput,
  createAccountsAndOpening,
  removeAccountsAndOpening,
} from './new-accounts-and-opening.ts';
import { keepStatedBalances, readStatedBalances, type StatedBalance } from './stated-balances.ts';
import { undoLines } from './undo-lines.ts';
import { type Person, type WrittenLines, writeLines } from './write-lines.ts';

/** How often rows are matched anew while others change the person's money. */
const MATCHED_MOST = 3;

/**
 * Carries out an import, exactly as it was shown: at once, or as long work, during which the account is closed to
 * everything else. One that is running or done is left alone. If the person's money has changed since the rows were
 * matched, they are matched anew; where that makes a difference, it is shown first.
 * @param input.again carries it out although another import has brought in the same file since
 * @returns the id of work that has to be run; null when everything is done
 * @throws DomainError NOT_FOUND, CONFLICT (409) while something has to be answered first, an account is gone, or rows
 * have become something else, ALREADY_IMPORTED (409) when the same file was carried out meanwhile, LOCKED (409),
 * SERVICE_UNAVAILABLE (503)
 */
export async function startCarryOut(
  context: Writing,
  id: string,
  { again = false, ...input }: CarryOutInput & AtEnd & { again?: boolean | undefined } = {},
): Promise<string | null> {
  if (again) await allowAgain(context, id);
  for (let matched = 0; matched <= MATCHED_MOST; matched += 1) {
    const started = await start(context, id, { ...input, isLast: matched === MATCHED_MOST }).catch(
      whereOutdated,
    );
    if (!(started instanceof Outdated)) return started;
    const { row } = started;
    const changed = await matchAgain(context, row);
    if (changed > 0 && !isUnseen(row))
      throw new DomainError('CONFLICT', 409, { message: 'import:changedMeanwhile' });
  }
  throw busy();
}

/** Stored, because rows that became something else are shown before they are carried out. */
async function allowAgain({ db, viewer }: Writing, id: string): Promise<void> {
  const row = await findImport(db, viewer.id, id);
  if (row?.status === 'preview' && row.is_again === 0)
    await updateImport(db, { user_id: viewer.id, id, is_again: 1 });
}

interface AtEnd {
  /** What belongs to it, where it is done at once. */
  atEnd?: (inside: Writing) => Promise<void>;
}

/** A program sees no preview of the rows that it sends. */
const isUnseen = ({ kind, stage }: BankImportRow) => kind === 'api' && stage === 0;

/** The person's money has changed since the rows of an import were matched. */
class Outdated extends Error {
  readonly row: BankImportRow;

  constructor(row: BankImportRow) {
    super(row.id);
    this.row = row;
  }
}

function whereOutdated(error: unknown): Outdated {
  if (error instanceof Outdated) return error;
  throw error;
}

/** @throws Outdated, and what `startCarryOut` throws */
function start(
  context: Writing,
  id: string,
  { atEnd, isLast, ...input }: CarryOutInput & AtEnd & { isLast: boolean },
): Promise<string | null> {
  const { viewer, now } = context;
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    const before = await lockImport({ db: tx, viewer }, id);
    if (before.status === 'running') return before.work_id;
    if (before.status === 'done') return null;
    if (before.status !== 'preview')
      throw new DomainError('CONFLICT', 409, {
        message: before.status === 'needs_mapping' ? 'import:unanswered' : 'import:carriedOut',
      });
    await createAccountsAndOpening(ledger, inside, before, input);
    let row = await requireImport(inside, id);
    await requirePossible(inside, row);
    // This ledger has raised it by one.
    if (row.revision === null || (await readRevision(inside)) !== row.revision + 1) {
      if (!isLast || !isUnseen(row)) throw new Outdated(row);
      // Others write all the time: they wait, because these rows are few.
      await matchAgain(inside, row);
      row = await requireImport(inside, id);
    }
    await ledger.updateTotals();
    const held = input.keepsStated ? await readStatedBalances(inside, await accountsOf(tx, row)) : [];
    const end = await endOfLines(tx, viewer.id, id);
    if (end <= LINES_AT_ONCE || row.kind === 'api') {
      const lines = await findLinesBetween(tx, viewer.id, id, 0, end);
      const person = personOf(context);
      const carried = await writeLines(ledger, lines, row, person, now);
      await finishCarryOut(ledger, row, carried, { held, billsPaid: input.billsPaid, person, now });
      await atEnd?.(inside);
      return null;
    }
    return startWork(ledger, inside, row, {
      kind: 'carry_out',
      end,
      more: { held, billsPaid: input.billsPaid },
    });
  });
}

const accountsOf = async (db: Db, row: BankImportRow): Promise<string[]> =>
  [row.account_id ?? [], await findAccountsToUse(db, row)].flat();

async function requirePossible(context: Writing, row: BankImportRow): Promise<void> {
  const { db, viewer } = context;
  const same =
    row.hash !== '' && row.is_again === 0 ? await findCarriedOut(db, viewer.id, row.hash) : undefined;
  if (same && row.stage === 0)
    throw new DomainError('ALREADY_IMPORTED', 409, { details: { import_id: same.id } });
  const accounts = await accountsById(context);
  const { used, filled } = await findAccountsDue(db, row);
  if (used.some((account) => !accounts.has(account)))
    throw new DomainError('CONFLICT', 409, { message: 'import:accountGone' });
  // Archived since the rows were matched.
  const open = filled.map((account) => account ?? row.account_id ?? '');
  if (open.some((account) => accounts.get(account)?.is_archived === 1))
    throw new DomainError('CONFLICT', 409, { message: 'import:accountArchived' });
  await requireUnlockedLines(context, row);
}

/** Rows in a period that was checked against the bank need confirmation, like typed transactions. */
async function requireUnlockedLines(context: Writing, row: BankImportRow): Promise<void> {
  const { db, now } = context;
  // Most people have checked no period, and there may be many lines.
  if (!(await mayBeLocked(context))) return;
  const merged = await findToMerge(db, row);
  const accounts = await accountsById(context);
  const come = (await findPlacesToCome(db, row)).map((line) => {
    const account_id = line.account_id ?? row.account_id ?? '';
    const date = dayForChecks(line, accounts.get(account_id));
    return { id: '', account_id, date, created_at: now.toISOString() };
  });
  const moved = merged.map(({ line_date, ...there }) => ({ ...there, date: line_date }));
  await requireUnlocked(context, merged, '', [...come, ...moved]);
}

interface Ending {
  held: readonly StatedBalance[];
  billsPaid: boolean | string | undefined;
  person: Person;
  now: Date;
}

async function finishCarryOut(
  ledger: Ledger,
  row: BankImportRow,
  carried: WrittenLines,
  { held, billsPaid = false, person, now }: Ending,
): Promise<void> {
  const { tx } = ledger;
  const { user_id, id, stage } = row;
  const stated = await keepStatedBalances(ledger, row, held, now);
  const paidAccounts = billsPaid ? await findAccountsOfLines(tx, row) : [];
  const paidUntil = typeof billsPaid === 'string' ? billsPaid : undefined;
  const bills = await updatePaidBills(ledger, row, paidAccounts, person, now, { paidUntil });
  const before: ImportOutcome = JSON.parse((await requireImport(ownerOf(ledger), id)).outcome);
  const { leftOut, later } = await countOfStage(tx, row);
  const revision = await readRevision({ db: tx, viewer: { id: user_id } });
  const outcome: ImportOutcome = {
    ...before,
    created: (before.created ?? 0) + carried.created,
    merged: (before.merged ?? 0) + carried.merged,
    transfers: (before.transfers ?? 0) + carried.transfers,
    left_out: (before.left_out ?? 0) + leftOut,
    ...(stated.length + bills.paid.length + bills.lowered.length > 0 && {
      made: withBills(withStated(before.made ?? NOTHING_MADE, stated), bills),
    }),
  };
  await updateImport(tx, {
    user_id,
    id,
    outcome: JSON.stringify(outcome),
    // Lines that wait for a decision can be carried out later.
    ...(later > 0
      ? { status: 'preview', stage: stage + 1, revision }
      : { status: 'done', done_at: now.toISOString() }),
  });
}

/** `done` counts created and `moved` merged transactions. */
export const carryOutSteps: Steps<Span> = {
  async batch(ledger, { now }, span, work) {
    const content = contentOf(work);
    const row = await requireImport(ownerOf(ledger), content.importId);
    const lines = await linesOf(ledger, content, span);
    const { created, merged, transfers } = await writeLines(ledger, lines, row, content.person, now);
    const counted: Content = { ...content, transfers: (content.transfers ?? 0) + transfers };
    return { undo: span, done: created, moved: merged, recorded: { content: JSON.stringify(counted) } };
  },
  async last(ledger, { now }, work) {
    const { importId, held = [], billsPaid, person, transfers = 0 } = contentOf(work);
    const row = await requireImport(ownerOf(ledger), importId);
    const { done: created, moved: merged } = work;
    await finishCarryOut(ledger, row, { created, merged, transfers }, { held, billsPaid, person, now });
    await ledger.closeToOthers(null);
    return {};
  },
  async fail() {
    return { kind: 'carry_back' };
  },
};

/** Undoes what a failed import has written so far, so that it can be tried again. */
export const carryBackSteps: Steps<Span> = {
  isBackwards: true,
  async batch(ledger, { now }, span, work) {
    const content = contentOf(work);
    await undoLines(ledger, await linesOf(ledger, content, span), { extent: 'all' }, content.person, now);
    return {};
  },
  async last(ledger, { now }, work) {
    const row = await requireImport(ownerOf(ledger), contentOf(work).importId);
    // Rows of earlier stages need the accounts that those created.
    if (row.stage === 0) await removeAccountsAndOpening(ledger, row, now);
    const { made, ...outcome }: ImportOutcome = JSON.parse(row.outcome);
    const kept = row.stage === 0 ? outcome : { ...outcome, made };
    await updateImport(ledger.tx, { user_id: row.user_id, id: row.id, outcome: JSON.stringify(kept) });
    await endWork(ledger, work, 'preview');
    return {};
  },
  async fail(ledger, work) {
    await endWork(ledger, work, 'failed');
    return { finished_at: work.touched_at };
  },
};
