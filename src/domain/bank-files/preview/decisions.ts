import type { BankImportRow, CategoryRow, ImportedLineRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { categoriesById, fits, OTHER_TYPE } from '../../categories/read.ts';
import type { Writing } from '../../context.ts';
import { type FieldError, invalid, refuse } from '../../error.ts';
import { isReserved } from '../../ledger/reserved-categories.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountError } from '../../money-accounts/read.ts';
import { updateImport } from '../imports.queries.ts';
import { decideAll, findLinesNumbered, type LineState, updateLines } from '../lines.queries.ts';
import { lockOpen, requireShown } from '../lock-import.ts';
import { joinChosen } from '../matching/match-again.ts';
import { ratesOfDays, transferAmounts } from '../matching/transfer-amounts.ts';
import { accountsWith, newAccountsOf } from '../new-accounts.ts';
import { DECISIONS, STATES } from '../schema.ts';

export type Decision = ImportedLineRow['decision'];

/** A person's decision about a row. Missing fields stay, and null clears a field. */
export interface RowDecision {
  index: number;
  decision?: Decision | undefined;
  categoryId?: string | null | undefined;
  merchant_name?: string | null | undefined;
  description?: string | undefined;
  /** The account that the row belongs to; with `transfer` alone, the other one. */
  accountId?: string | undefined;
  /** The other account of a transfer. */
  transferAccountId?: string | undefined;
}

/** Decisions about single rows, or one about all of a state. */
export interface SentDecisions {
  decisions?: Partial<RowDecision>[] | undefined;
  /** The errors of each decision that are already known; the decision lacks these fields. */
  refused?: FieldError[][] | undefined;
  state?: LineState | undefined;
  decision?: Decision | undefined;
}

/** Errors of one entry of a list, with its index in their fields. */
export const errorsAt = (errors: readonly FieldError[], list: string, index: number): FieldError[] =>
  errors.map((error) => ({ ...error, field: `${list}.${index}.${error.field}` }));

/** The states in which rows can get a decision, if they have what it needs. */
const BECOMES: Record<Decision, readonly LineState[]> = {
  import: ['new', 'matched', 'probable', 'transfer', 'pending'],
  merge: ['matched', 'probable', 'pending'],
  transfer: ['transfer', 'pending'],
  leave_out: STATES,
};

/**
 * Either single rows, or all of a state that can become the decision.
 * @throws DomainError VALIDATION_ERROR
 */
export function requireOneForm({ decisions, state, decision }: SentDecisions): void {
  const isOfState = state !== undefined || decision !== undefined;
  if (!isOfState && decisions === undefined)
    throw invalid({ field: 'decisions', message: 'errors:importRowsRequired' });
  if (!isOfState) return;
  const errors: FieldError[] = [];
  if (decisions !== undefined) errors.push({ field: 'decisions', message: 'errors:rowsAndState' });
  if (state === undefined) errors.push({ field: 'state', message: 'errors:stateRequired' });
  if (decision === undefined) errors.push({ field: 'decision', message: 'errors:decisionRequired' });
  else if (state !== undefined && !BECOMES[decision].includes(state))
    errors.push({ field: 'decision', message: 'import:impossible' });
  refuse(errors);
}

/**
 * Changes the decision about rows: about some of them, or about all of a state that can get it.
 * @throws DomainError NOT_FOUND, CONFLICT (409) once it was carried out, VALIDATION_ERROR that names each invalid field
 * of each row, after which nothing has changed
 */
export function changeDecisions(context: Writing, id: string, input: SentDecisions): Promise<BankImportRow> {
  return inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const { viewer } = context;
    const row = await lockOpen(inside, id);
    const { decisions = [], refused = [], state, decision } = input;
    requireOneForm(input);
    if (state !== undefined && decision !== undefined)
      await decideAll(tx, viewer.id, id, { state, stage: row.stage, decision });
    const lines = new Map(
      (
        await findLinesNumbered(
          tx,
          viewer.id,
          id,
          decisions.flatMap(({ index }) => index ?? []),
        )
      ).map((line) => [line.number, line]),
    );
    const known = {
      categories: await categoriesById(inside),
      accounts: await accountsWith(inside, newAccountsOf(row)),
    };
    const counts: Record<string, number> = JSON.parse(row.counts);
    const ratesOf = ratesOfDays(tx, context.now);
    const canMove = async (line: ImportedLineRow) => {
      const [here, there] = [line.account_id ?? row.account_id, line.other_account_id].map((one) =>
        known.accounts.get(one ?? ''),
      );
      // The amount of an existing side is known from its own file.
      if (line.decision !== 'transfer' || line.matched_id !== null || !here || !there) return true;
      const currencies = { own: currencyOf(here, viewer), other: currencyOf(there, viewer) };
      return (await transferAmounts(line, currencies, ratesOf)) !== null;
    };
    const errors: FieldError[] = [];
    for (const [index, sent] of decisions.entries()) {
      const before = lines.get(sent.index ?? -1);
      const line = before && before.stage >= row.stage ? before : undefined;
      const wrong = [...(refused[index] ?? []), ...errorsOf(line, sent, known)];
      if (line && wrong.length === 0 && !(await canMove(decided(line, sent))))
        wrong.push({ field: 'decision', message: 'errors:rateUnknown' });
      errors.push(...errorsAt(wrong, 'decisions', index));
      if (!line || wrong.length > 0) continue;
      const after = decided(line, sent);
      lines.set(line.number, after);
      counts[line.state] = (counts[line.state] ?? 0) - 1;
      counts[after.state] = (counts[after.state] ?? 0) + 1;
    }
    if (errors.length > 0) throw invalid(...errors);
    requireShown(row);
    await updateLines(tx, [...lines.values()]);
    const isMoving =
      decision === 'transfer' || [...lines.values()].some((line) => line.decision === 'transfer');
    if (!isMoving) return row;
    const joined = await joinChosen(inside, { ...row, counts: JSON.stringify(counts) }, true);
    await updateImport(tx, { user_id: viewer.id, id, counts: joined.counts });
    return joined;
  });
}

interface KnownParts {
  categories: ReadonlyMap<string, CategoryRow>;
  accounts: Awaited<ReturnType<typeof accountsWith>>;
}

const ACCOUNTS = [
  ['accountId', 'account_id'],
  ['transferAccountId', 'other_account_id'],
] as const;

/** @param line undefined if it cannot be changed any more */
function errorsOf(
  line: ImportedLineRow | undefined,
  sent: Partial<RowDecision>,
  { categories, accounts }: KnownParts,
): FieldError[] {
  const errors: FieldError[] = [];
  if (!line && sent.index !== undefined) errors.push({ field: 'index', message: 'errors:valueInvalid' });
  const { categoryId } = sent;
  const category = categories.get(categoryId ?? '');
  if (categoryId && (!category || isReserved(category.id)))
    errors.push({ field: 'categoryId', message: 'errors:categoryMissing' });
  else if (line && categoryId !== undefined && !fits(category, line.type)) errors.push(OTHER_TYPE);
  for (const [field] of ACCOUNTS) {
    const error = sent[field] === undefined ? null : accountError(accounts.get(sent[field]));
    if (error) errors.push({ ...error, field });
  }
  const after = line && decided(line, sent);
  // The account that the row has already may be archived.
  const other = sent.decision === 'transfer' ? accounts.get(after?.other_account_id ?? '') : undefined;
  if (other?.is_archived === 1 && !errors.some(({ message }) => message === 'errors:accountArchived'))
    errors.push({ field: 'transferAccountId', message: 'errors:accountArchived' });
  if (after && !decisionsFor(after).includes(after.decision))
    errors.push({ field: 'decision', message: 'import:impossible' });
  return errors;
}

function decided(line: ImportedLineRow, sent: Partial<RowDecision>): ImportedLineRow {
  const after = { ...line };
  if (sent.description !== undefined && sent.description !== line.description) {
    after.description = sent.description;
    after.bank_description ??= line.description;
  }
  if (sent.merchant_name !== undefined) after.merchant_name = sent.merchant_name;
  if (sent.categoryId !== undefined) {
    after.category_id = sent.categoryId;
    after.category_source = 'person';
  }
  // For a transfer, `accountId` alone is the other account.
  const isOther = sent.decision === 'transfer' && sent.transferAccountId === undefined;
  const ids = isOther && sent.accountId !== line.account_id ? { transferAccountId: sent.accountId } : sent;
  for (const [field, column] of ACCOUNTS) {
    const id = ids[field];
    if (id === undefined) continue;
    // A match in the other account is none in this one.
    if (after[column] !== id && after.state === 'transfer')
      Object.assign(after, { matched_id: null, other_amount: null });
    after[column] = id;
  }
  if (sent.decision !== undefined) after.decision = sent.decision;
  // A match in its own account is not its other side.
  if (after.decision === 'transfer' && after.state !== 'transfer')
    Object.assign(after, {
      state: after.state === 'pending' ? 'pending' : 'transfer',
      matched_id: null,
      why: null,
      why_values: null,
    });
  return after;
}

/** What can become of a line; of one that is no row, nothing else than to be left out. */
export function decisionsFor({
  date,
  state,
  matched_id,
  account_id,
  other_account_id,
}: ImportedLineRow): Decision[] {
  if (date === '' || state === 'error') return ['leave_out'];
  const canMerge = matched_id !== null && state !== 'transfer';
  const canTransfer = other_account_id !== null && other_account_id !== account_id;
  return DECISIONS.filter(
    (decision) => (decision !== 'merge' || canMerge) && (decision !== 'transfer' || canTransfer),
  );
}
