import type { TableRow } from '../bank-file.ts';
import type { FoundRole } from '../layouts/words.ts';
import { writtenAmount } from './amounts.ts';
import { provenByBalance, provenPair } from './balance-proof.ts';
import { type ColumnKind, fits } from './column-kinds.ts';
import type { Columns } from './columns.ts';
import type { Found } from './found-table.ts';
import { ranksOf } from './name-ranks.ts';
import { signOf } from './rows.ts';
import { cellText, isBlank } from './text.ts';

// Columns of figures that are compared with one another.
const MOST_CANDIDATES = 8;

// A column of no more texts than these says what kind of row one is.
const MOST_REPEATED = 2;

// A column with more accounts has those of other people.
const MOST_ACCOUNTS = 20;

// Roles with distinctive values come first, so that an ambiguous name gets the role that its values prove.
const ORDER: FoundRole[] = [
  ...(['sign', 'date', 'valueDate', 'balance', 'out', 'in', 'amount', 'currency', 'status'] as const),
  ...(['description', 'payee', 'notes', 'category', 'reference', 'account'] as const),
];

/** The role of each column: by its name where its values allow it, else by its values. */
export function guessColumns(found: Found, kinds: ColumnKind[]): { columns: Columns; isUncertain: boolean } {
  const taken = new Set<number>();
  const picked: Partial<Record<FoundRole, number>> = {};
  const pick = (role: FoundRole, index: number | undefined) => {
    if (index === undefined || index < 0) return;
    picked[role] = index;
    taken.add(index);
  };
  for (const role of ORDER) {
    let best = -1;
    let bestRank = Number.POSITIVE_INFINITY;
    found.names.forEach((name, index) => {
      const kind = kinds[index];
      if (taken.has(index) || name === '' || !kind || !fits(role, kind)) return;
      const rank = ranksOf(name).get(role);
      if (rank !== undefined && rank < bestRank) {
        best = index;
        bestRank = rank;
      }
    });
    if (best >= 0) pick(role, best);
  }
  // Out and in are a pair; one alone is an amount, unless it forms a pair with a column without a name.
  if ((picked.out === undefined) !== (picked.in === undefined) && picked.amount !== undefined) {
    for (const role of ['out', 'in'] as const) {
      const index = picked[role];
      if (index !== undefined) taken.delete(index);
      delete picked[role];
    }
  }
  if (picked.out !== undefined && picked.in !== undefined && picked.amount !== undefined) {
    // The pair is more certain than an amount beside it, unless the pair is empty.
    const pairFilled = (kinds[picked.out]?.filled ?? 0) + (kinds[picked.in]?.filled ?? 0);
    const dropped = pairFilled > 0 ? (['amount'] as const) : (['out', 'in'] as const);
    for (const role of dropped) {
      taken.delete(picked[role] as number);
      delete picked[role];
    }
  }
  const free = (test: (kind: ColumnKind) => boolean) =>
    kinds.flatMap((kind, index) => (!taken.has(index) && kind.filled > 0 && test(kind) ? [index] : []));
  const longest = (indexes: number[]) =>
    indexes.toSorted((one, other) => (kinds[other]?.length ?? 0) - (kinds[one]?.length ?? 0))[0];
  let isUncertain = false;
  if (picked.date === undefined) {
    const dates = free((kind) => kind.dates >= kind.filled * 0.6);
    pick('date', dates[0]);
    // Two columns of dates without meaningful names: only one of them can be right.
    if (dates.length > 1 && differ(found.body, dates[0] ?? 0, dates[1] ?? 0)) isUncertain = true;
    if (picked.date === undefined && picked.valueDate !== undefined) {
      picked.date = picked.valueDate;
      delete picked.valueDate;
    }
  }
  if (picked.amount === undefined && picked.out === undefined && picked.in === undefined) {
    const figures = free((kind) => kind.amounts >= kind.filled * 0.6 && kind.dates < kind.filled * 0.6);
    const money = figures.filter((index) => (kinds[index]?.money ?? 0) > 0);
    const candidates = (money.length > 0 ? money : figures).slice(0, MOST_CANDIDATES);
    const pair = provenPair(found.body, candidates, picked.balance);
    const proven = pair ? null : provenByBalance(found.body, candidates, picked.balance);
    if (pair) {
      pick('out', pair.out);
      pick('in', pair.in);
      if (picked.balance === undefined) pick('balance', pair.balance);
    } else if (proven) {
      pick('amount', proven.amount);
      if (picked.balance === undefined) pick('balance', proven.balance);
    } else {
      pick('amount', candidates[0]);
      const dated = kinds[picked.date ?? -1]?.filled ?? 0;
      if (candidates.length > 1 || (kinds[candidates[0] ?? -1]?.filled ?? 0) < dated * 0.8)
        isUncertain = true;
    }
  } else if (picked.balance === undefined && picked.amount !== undefined) {
    const candidates = free((kind) => kind.money > 0 && kind.amounts >= kind.filled * 0.6).slice(
      0,
      MOST_CANDIDATES,
    );
    const proven =
      candidates.length > 0 ? provenByBalance(found.body, [picked.amount, ...candidates], undefined) : null;
    if (proven?.amount === picked.amount) pick('balance', proven.balance);
  }
  if (
    picked.sign === undefined &&
    picked.amount !== undefined &&
    (kinds[picked.amount]?.negatives ?? 0) === 0
  )
    pick('sign', free((kind) => kind.signs === kind.filled)[0]);
  if (picked.description === undefined && picked.payee === undefined && picked.notes === undefined) {
    pick('description', longest(free((kind) => kind.letters > 0 && kind.dates < kind.filled * 0.6)));
  }
  // Without a description, a person would search for the payee or the note.
  if (picked.description === undefined) {
    const role = picked.payee !== undefined ? 'payee' : 'notes';
    picked.description = picked[role];
    delete picked[role];
  }
  // Where there is a payee, a memo is secondary.
  if (
    picked.payee !== undefined &&
    picked.notes === undefined &&
    found.names[picked.description ?? -1] === 'memo'
  ) {
    picked.notes = picked.description;
    picked.description = picked.payee;
    delete picked.payee;
  }
  // A second text is not lost for a name that nobody knows; one or two words that repeat say little.
  if (picked.notes === undefined && picked.description !== undefined) {
    const texts = free(isText).filter((index) => hasManyTexts(found.body, index));
    pick('notes', longest(texts));
  }
  const { account } = picked;
  if (account !== undefined) {
    const accounts = new Set<string>();
    for (const { cells } of found.body) {
      accounts.add(cellText(cells[account]));
      if (accounts.size > MOST_ACCOUNTS) break;
    }
    if (accounts.size > MOST_ACCOUNTS) delete picked.account;
  }
  // Where several columns have the same name, that beside the amount has its currency.
  const beside = (picked.amount ?? -2) + 1;
  if (picked.currency !== undefined && found.names[beside] === found.names[picked.currency])
    picked.currency = beside;
  const columns: Columns = {};
  for (const [role, index] of Object.entries(picked) as [FoundRole, number | undefined][])
    if (index !== undefined) columns[role === 'notes' ? 'memo' : role] = [index];
  // A pending row may have only one of the other dates.
  if (columns.date)
    found.names.forEach((name, index) => {
      const kind = kinds[index];
      if (index === columns.date?.[0] || !kind || !fits('date', kind)) return;
      const ranks = ranksOf(name);
      if (ranks.has('date') || ranks.has('valueDate')) columns.date?.push(index);
    });
  return { columns, isUncertain };
}

/** Whether a column holds words, neither signs nor currencies. */
export function isText({ filled, letters, dates, signs, currencies }: ColumnKind): boolean {
  return letters > 0 && Math.max(dates, signs, currencies) < filled * 0.3 && letters >= filled * 0.6;
}

function hasManyTexts(body: TableRow[], index: number): boolean {
  const texts = new Set<string>();
  for (const { cells } of body) {
    if (!isBlank(cells[index])) texts.add(cellText(cells[index]));
    if (texts.size > MOST_REPEATED) return true;
  }
  return false;
}

function differ(body: TableRow[], one: number, other: number): boolean {
  return body.some(({ cells }) => cellText(cells[one]) !== cellText(cells[other]));
}

/** A column of signs is redundant beside amounts that have a minus themselves. */
export function dropIdleSign(body: TableRow[], columns: Columns): void {
  const amount = columns.amount?.[0];
  const sign = columns.sign?.[0];
  if (sign === undefined) return;
  if (amount === undefined) {
    delete columns.sign;
    return;
  }
  let outs = 0;
  let negatives = 0;
  for (const { cells } of body) {
    if (signOf(cellText(cells[sign])) !== false) continue;
    const cell = cells[amount];
    outs++;
    if (
      typeof cell === 'number'
        ? cell < 0
        : typeof cell === 'string' && (writtenAmount(cell.trim())?.isNegative ?? false)
    )
      negatives++;
  }
  if (negatives > outs / 2) delete columns.sign;
}

/** Drops a column of accounts that some rows lack: it is that of the other side, as rows of a file have an account. */
export function dropOtherSides(body: TableRow[], columns: Columns): void {
  const [account, date] = [columns.account?.[0], columns.date?.[0]];
  if (account === undefined || date === undefined) return;
  const isLacking = ({ cells }: TableRow) => !isBlank(cells[date]) && isBlank(cells[account]);
  if (body.some(isLacking)) delete columns.account;
}
