import type { AccountRow, ImportedLineRow } from '../../../db/tables.ts';
import type { Reading } from '../../context.ts';
import { opposite } from '../../ledger/reserved-categories.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountName } from '../../money-accounts/name.ts';
import { isOpen } from '../../money-accounts/read.ts';
import { pauseIfDue } from '../../throttle.ts';
import { movesCash, paysCard } from '../layouts/words.ts';
import { isFresh, type PlannedRow } from '../preview/planned.ts';
import { namesAccount } from '../reading/find-account.ts';
import { saidBy } from './both-sides.ts';
import { AT_ONCE } from './buckets.ts';
import { isOfOtherCompany } from './card-company.ts';
import { findEarlier, type KnownRow } from './existing.queries.ts';
import { Sides } from './sides.ts';

type Reason = NonNullable<ImportedLineRow['why']>;

/** The reasons of rows that a person can make transfers, and the kind of account that is their other side. */
const OFFERED = {
  card: 'credit_card',
  whichCard: 'credit_card',
  cash: 'cash',
  whichCash: 'cash',
} as const satisfies Partial<Record<Reason, AccountRow['kind']>>;

export const OFFER_REASONS = Object.keys(OFFERED) as (keyof typeof OFFERED)[];

type Line = Pick<ImportedLineRow, 'why' | 'decision' | 'other_account_id'>;

/** Whether a line is offered as a transfer. */
export const isOffered = ({ why, decision }: Line) => decision === 'import' && why !== null && why in OFFERED;

/**
 * The accounts that a line can become a transfer with by one press; none where it is not offered as one.
 * @param currency of its own account
 */
export function offeredAccounts<
  Account extends { id: string; kind: string; currency: string; isOpen: boolean },
>(line: Line, currency: string | undefined, accounts: readonly Account[]): Account[] {
  if (!isOffered(line)) return [];
  const { other_account_id: only, why } = line;
  return accounts.filter(({ id, isOpen, ...account }) =>
    only === null
      ? isOpen && account.kind === OFFERED[why as keyof typeof OFFERED] && account.currency === currency
      : id === only,
  );
}

/**
 * Rows that pay a card or move cash by what their text says, where nothing else has found the other side. They become what
 * the latest transaction of the same text became; else a person is asked.
 */
export async function offerTransfers(
  context: Reading,
  rows: readonly PlannedRow[],
  { accounts, sides: there }: { accounts: ReadonlyMap<string, AccountRow>; sides: readonly KnownRow[] },
): Promise<void> {
  const moving: { row: PlannedRow; kind: NonNullable<ReturnType<typeof movedTo>> }[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === 0) await pauseIfDue();
    const isAlone = isFresh(row) && row.transfer === null && row.outcome?.leave_out !== true;
    const kind = isAlone ? movedTo(row) : null;
    if (kind) moving.push({ row, kind });
  }
  if (moving.length === 0) return;
  const open = [...accounts.values()].filter(isOpen);
  const earlierOf = await readEarlier(
    context,
    moving.map(({ row }) => row),
  );
  const sides = await Sides.of(there, rows);
  for (const [index, { row, kind }] of moving.entries()) {
    if (index % AT_ONCE === 0) await pauseIfDue();
    const { account, content } = row;
    const texts = saidBy(row);
    const possible = open.filter(
      (other) =>
        other.kind === kind &&
        other.id !== account.id &&
        other.currency === account.currency &&
        content.currency === currencyOf(other, context.viewer) &&
        !(kind === 'credit_card' && isOfOtherCompany(other.name, texts.join(' '))),
    );
    const narrowed = [
      possible.filter((other) => namesAccount(texts, other)),
      possible.filter(({ pays_from }) => pays_from === account.id),
      possible,
    ].find(({ length }) => length > 0);
    const [only, ...others] = narrowed ?? [];
    const before = possible.find(({ id }) => id === earlierOf(row));
    const found = before ?? (others.length === 0 ? only : undefined);
    const values: Record<string, string> = found ? { account: accountName(found, context.locale) } : {};
    const asked = kind === 'cash' ? (['cash', 'whichCash'] as const) : (['card', 'whichCard'] as const);
    if (only)
      row.transfer = {
        decision: before ? 'transfer' : 'import',
        accountId: found?.id ?? null,
        amount: null,
        sideId: before ? sides.take(before.id, opposite(content.type), content.amount, content.date) : null,
        why: before ? 'asBefore' : asked[found ? 0 : 1],
        values,
      };
    else if (kind === 'credit_card') row.offered ??= { accountId: null, why: 'noCard', values };
  }
}

function movedTo(row: PlannedRow): (typeof OFFERED)[keyof typeof OFFERED] | null {
  const { account, content } = row;
  if (account.kind !== 'cash' && movesCash(textOf(row), content.type)) return 'cash';
  return account.kind !== 'credit_card' && content.type === 'expense' && paysCard(textOf(row))
    ? 'credit_card'
    : null;
}

export const textOf = (row: PlannedRow) => saidBy(row).filter(Boolean).join(' ');

const keyOf = (type: string, description: string, notes: string | null) =>
  `${type}\n${description}\n${notes ?? ''}`;

/** The other account of the latest transaction that has the texts of a row; null where it was no transfer. */
async function readEarlier(
  { db, viewer }: Reading,
  rows: readonly PlannedRow[],
): Promise<(row: PlannedRow) => string | null> {
  const latest = new Map<string, string | null>();
  const texts = [...new Set(rows.map(({ content }) => content.description))];
  for (const { type, description, notes, other } of await findEarlier(db, viewer.id, texts))
    latest.set(keyOf(type, description, notes), other);
  return ({ content: { type, description, notes } }) =>
    // What a person typed has no words of the bank beside it.
    latest.get(keyOf(type, description, notes)) ?? latest.get(keyOf(type, description, null)) ?? null;
}
