import type { Db } from '../../../db/open.ts';
import type { BankImportRow } from '../../../db/tables.ts';
import { translator } from '../../../i18n/translate.ts';
import type { Writing } from '../../context.ts';
import { busy, notFound } from '../../error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { findUnfinished, findWork, insertWork } from '../../long-work/long-work.queries.ts';
import { type Batch, newWork, type Work } from '../../long-work/long-work.ts';
import { findImport, updateImport } from '../imports.queries.ts';
import { findLinesBetween, linesAtOnce } from '../lines.queries.ts';
import type { StatedBalance } from './stated-balances.ts';
import type { Person } from './write-lines.ts';

// What carrying out an import and undoing one have in common where they run as long work.

/** Imports of at most this many lines run at once, while others wait; what programs send is never much longer. */
export const LINES_AT_ONCE = 400;

export interface Content {
  importId: string;
  person: Person;
  /** The stated balances of the accounts that rows are added to or removed from. */
  held?: StatedBalance[];
  billsPaid?: boolean | string;
  /** How many rows have been joined as transfers. */
  transfers?: number;
}

export interface Span {
  from: number;
  to: number;
}

export const contentOf = <More extends object = object>({ content }: Pick<Work, 'content'>): Content & More =>
  JSON.parse(content);

export function personOf({ viewer, locale }: Writing): Person {
  const { currency, preferences } = viewer;
  const t = translator(locale);
  return {
    currency,
    timezone: preferences.timezone,
    untitled: t('import:untitled'),
    billPaid: t('money:billPaid'),
  };
}

export const ownerOf = ({ tx, userId }: Ledger) => ({ db: tx, viewer: { id: userId } });

export async function requireImport(
  { db, viewer }: { db: Db; viewer: { id: string } },
  id: string,
): Promise<BankImportRow> {
  const row = await findImport(db, viewer.id, id);
  if (!row) throw notFound();
  return row;
}

/** Records long work; nobody else can write to the account until it has finished. */
export async function startWork(
  ledger: Ledger,
  context: Writing,
  row: BankImportRow,
  { kind, end, more }: { kind: 'carry_out' | 'take_back'; end: number; more: object },
): Promise<string> {
  const { viewer, now } = context;
  const { tx } = ledger;
  if ((await findUnfinished(tx, viewer.id)).length > 0) throw busy();
  const batches = batchesOf(end, linesAtOnce(tx));
  const instant = now.toISOString();
  const content: Content = { importId: row.id, person: personOf(context), ...more };
  const work: Work = {
    ...newWork(viewer.id, kind, now),
    content: JSON.stringify(content),
    total: end,
    remaining: end,
    batches: batches.length,
    started_at: instant,
    touched_at: instant,
  };
  await insertWork(tx, work, batches);
  const { user_id, id, outcome } = row;
  await updateImport(tx, { user_id, id, outcome, status: 'running', work_id: work.id });
  await ledger.closeToOthers(work.id);
  return work.id;
}

function batchesOf(end: number, atOnce: number): Batch[] {
  return Array.from({ length: Math.ceil(end / atOnce) }, (_, number) => {
    const from = number * atOnce;
    const to = Math.min(end, from + atOnce);
    return { content: JSON.stringify({ from, to } satisfies Span), count: to - from };
  });
}

export const linesOf = ({ tx, userId }: Ledger, { importId }: Content, { from, to }: Span) =>
  findLinesBetween(tx, userId, importId, from, to);

export async function endWork(ledger: Ledger, work: Work, status: BankImportRow['status']): Promise<void> {
  await updateImport(ledger.tx, { user_id: work.user_id, id: contentOf(work).importId, status });
  await ledger.closeToOthers(null);
}

/** How far an import that is running is; null for any other. */
export async function readProgress(
  { db, viewer }: { db: Db; viewer: { id: string } },
  { status, work_id }: BankImportRow,
): Promise<{ done: number; total: number; isUndo: boolean } | null> {
  const work =
    status === 'running' && work_id ? await findWork(db, { user_id: viewer.id, id: work_id }) : undefined;
  return work
    ? { done: work.total - work.remaining, total: work.total, isUndo: work.kind !== 'carry_out' }
    : null;
}
