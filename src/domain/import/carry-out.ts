import type { Db } from '../../db/open.ts';
import type { CategoryRow, ImportRow, TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { type BroughtAccount, bringInAccount, findSubject, takeOutAccount } from '../accounts/bring-in.ts';
import { recordActivity } from '../activity/record.ts';
import { bringInCategories, takeOutCategories } from '../categories/bring-in.ts';
import type { Context } from '../context.ts';
import { DomainError } from '../error.ts';
import { inLedger, type Ledger } from '../ledger/ledger.ts';
import { paced } from '../paced.ts';
import {
  bringInTemplates,
  changedTemplates,
  hasAnyTemplate,
  isCategoryOfTemplates,
  takeOutTemplates,
} from '../recurring/templates/bring-in.ts';
import {
  deletePieces,
  findForgotten,
  findImport,
  findPiece,
  storePieces,
  updateImport,
} from './imports.queries.ts';
import { type Kept, piecesIn, type StagedHead, undoableUntil } from './imports.ts';
import type { DocumentSummary } from './read-document.ts';
import type { Ownerless } from './rows.ts';

/** The `updated_at` of rows, by their ids: what was brought and has not changed since is theirs. */
type Versions = [id: string, version: string][];

/** What an import keeps of everything but transactions, for its undo. */
interface BroughtHead {
  staged: StagedHead;
  replaced: CategoryRow[];
  /** What the account was before; missing until the last step. */
  before?: BroughtAccount;
}

type Changes = Partial<ImportRow>;

/** A step of an import: the ledger, its row, and the instant at which the work began. */
interface Step {
  ledger: Ledger;
  row: ImportRow;
  now: Date;
}

const STEPS = { import: bringIn, cancel: takeBack, undo: takeOut };

/**
 * Carries on what goes on with an import until it is over or the process stops: one step at a time, each a ledger of its
 * own, between which others are served. Several may do so at the same time: each step is taken once. What fails for
 * another reason than the storage is taken back, and the import says so; what cannot be taken out either stays.
 */
export async function carryOutImport(
  { db, now, log }: { db: Db; now: Date } & Pick<Context, 'log'>,
  key: Key,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const began = performance.now();
  for (let isOver = false; !isOver && !isStopping(); ) {
    const touched = new Date(now.getTime() + performance.now() - began).toISOString();
    try {
      isOver = await paced(() => takeStep(db, key, touched));
    } catch (error) {
      isOver = await fail({ db, log }, key, error);
    }
  }
}

interface Key {
  user_id: string;
  id: string;
}

/** The imports of all people with which something goes on, and nobody has taken a step since an instant. */
export function forgottenImports(db: Db, since: string): Promise<Key[]> {
  return findForgotten(db, since);
}

/** @returns whether it is over */
function takeStep(db: Db, key: Key, touched_at: string): Promise<boolean> {
  const person = { db, viewer: { id: key.user_id }, importId: key.id };
  return inLedger(person, async (ledger) => {
    const row = await findImport(ledger.tx, key);
    if (!row?.work) return true;
    const now = new Date(row.started_at ?? touched_at);
    const changes = await STEPS[row.work]({ ledger, row, now });
    await updateImport(ledger.tx, key, { ...changes, touched_at });
    if (changes.work !== null) return false;
    await ledger.closeToOthers(null);
    return true;
  });
}

/** @returns whether nothing is left to do: the account may have been deleted. @throws what passes by itself */
async function fail(
  { db, log }: { db: Db } & Pick<Context, 'log'>,
  key: Key,
  error: unknown,
): Promise<boolean> {
  const row = await findImport(db, key);
  if (!row?.work) return true;
  if (isUnavailable(error)) throw error;
  const isKnown = error instanceof DomainError;
  if (!isKnown) log.error({ err: error, user_id: key.user_id }, 'an import failed');
  if (row.work !== 'import') {
    await stop(db, key);
    return true;
  }
  const refused = isKnown ? (error.extra.message ?? `errors:${error.code}`) : 'import:failed';
  await updateImport(db, key, { work: 'cancel', refused });
  return false;
}

/** Opens the account with what could not be taken out: it would stay closed for ever otherwise. */
async function stop(db: Db, key: Key): Promise<void> {
  await inLedger({ db, viewer: { id: key.user_id }, importId: key.id }, async (ledger) => {
    await updateImport(ledger.tx, key, { work: null, refused: 'import:notTakenOut' });
    await ledger.closeToOthers(null);
  });
}

/** The steps of an import: first its categories, then each piece of its transactions, then everything else. */
async function bringIn(step: Step): Promise<Changes> {
  const { row } = step;
  if (row.steps_done > piecesIn(row)) return bringInRest(step);
  if (row.steps_done === 0) await bringInHead(step);
  else await bringInPiece(step, row.steps_done);
  return { steps_done: row.steps_done + 1 };
}

async function bringInHead({ ledger, row }: Step): Promise<void> {
  const staged: StagedHead = await contentOf(ledger.tx, row, 0);
  const rows = staged.categories.map((one) => ({ ...one, user_id: row.user_id }) as CategoryRow);
  const replaced = await bringInCategories(ledger, row.user_id, { rows, isAll: staged.isWhole });
  const head: BroughtHead = { staged, replaced };
  await store(ledger.tx, row, 0, head);
}

async function bringInPiece({ ledger, row }: Step, number: number): Promise<void> {
  const rows: Ownerless<TransactionRow>[] = await contentOf(ledger.tx, row, number);
  const added = await ledger.insert(rows.map((one) => ({ ...one, user_id: row.user_id })));
  if (added.length !== rows.length) throw new Error('An import found its own transactions.');
  await store(ledger.tx, row, number, rows.map(versionOf));
}

async function bringInRest({ ledger, row, now }: Step): Promise<Changes> {
  const { tx } = ledger;
  const { user_id } = row;
  const head: BroughtHead = await contentOf(tx, row, 0);
  const { templates, account } = head.staged;
  await bringInTemplates(
    ledger,
    templates.map(({ row: template, skipped }) => ({ row: { ...template, user_id }, skipped })),
  );
  const before = await bringInAccount(tx, user_id, account, now);
  await store(tx, row, 0, { ...head, before });
  await record(tx, row, 'imported', now);
  return { work: null, finished_at: now.toISOString(), expires_at: undoableUntil(now) };
}

/** The same steps the other way round, for an import that failed: what was there before it, to be tried again. */
async function takeBack(step: Step): Promise<Changes> {
  const { ledger, row } = step;
  const steps_done = Math.max(row.steps_done - 1, 0);
  if (row.steps_done > 1) {
    const versions: Versions = await contentOf(ledger.tx, row, steps_done);
    const rows = await ledger.delete(versions.map(([id]) => id));
    await store(
      ledger.tx,
      row,
      steps_done,
      rows.map(({ user_id: _user, ...one }) => one),
    );
    return { steps_done };
  }
  if (row.steps_done === 1) {
    const head: BroughtHead = await contentOf(ledger.tx, row, 0);
    await takeOutCategories(ledger, row.user_id, { ...broughtCategories(head), isUsed: async () => false });
    await store(ledger.tx, row, 0, head.staged);
  }
  return { steps_done, work: null };
}

/** The steps of an undo: each piece of the transactions, then everything else. */
async function takeOut(step: Step): Promise<Changes> {
  const { ledger, row } = step;
  const head: BroughtHead = await contentOf(ledger.tx, row, 0);
  const templates = new Map(head.staged.templates.map((one) => versionOf(one.row)));
  const changed = await changedTemplates(ledger, row.user_id, templates);
  if (row.steps_done === 1) return takeOutRest(step, head, { templates, changed });
  const steps_done = row.steps_done - 1;
  const versions: Versions = await contentOf(ledger.tx, row, steps_done);
  const transactions = await ledger.deleteUnchanged(new Map(versions), changed);
  return { steps_done, summary: keeping(row, { transactions }) };
}

async function takeOutRest(
  { ledger, row, now }: Step,
  head: BroughtHead,
  { templates, changed }: { templates: ReadonlyMap<string, string>; changed: ReadonlySet<string> },
): Promise<Changes> {
  const { tx } = ledger;
  const { user_id } = row;
  await takeOutTemplates(
    ledger,
    user_id,
    [...templates.keys()].filter((id) => !changed.has(id)),
  );
  const categories = await takeOutCategories(ledger, user_id, {
    ...broughtCategories(head),
    isUsed: async ({ id }) =>
      (await ledger.hasTransactionsOf(id)) || (await isCategoryOfTemplates(ledger, user_id, id)),
  });
  const hasTemplates = await hasAnyTemplate({ db: tx, viewer: { id: user_id } });
  const hasAmounts = hasTemplates || (await ledger.hasTransactions());
  const { before = { columns: {} }, staged } = head;
  await takeOutAccount(tx, user_id, { before, brought: staged.account, hasAmounts }, now);
  await deletePieces(tx, row);
  await record(tx, row, 'import_undone', now);
  const summary = keeping(row, { templates: changed.size, categories });
  return { work: null, steps_done: 0, undone_at: now.toISOString(), summary };
}

/** The summary of an import with more of what its undo leaves. */
function keeping({ summary }: ImportRow, more: Partial<Kept>): string {
  const known: DocumentSummary & { kept?: Kept } = JSON.parse(summary);
  const kept = known.kept ?? { transactions: 0, templates: 0, categories: 0 };
  for (const name of Object.keys(more) as (keyof Kept)[]) kept[name] += more[name] ?? 0;
  return JSON.stringify({ ...known, kept });
}

const broughtCategories = ({ staged, replaced }: BroughtHead) => ({
  brought: new Map(staged.categories.map(versionOf)),
  replaced,
});

const versionOf = ({ id, updated_at }: { id: string; updated_at: string }): Versions[number] => [
  id,
  updated_at,
];

async function contentOf<Content>(tx: Tx, row: ImportRow, number: number): Promise<Content> {
  const piece = await findPiece(tx, row, number);
  if (!piece) throw new Error('An import has lost a part of its file.');
  return JSON.parse(piece.content);
}

function store(tx: Tx, { user_id, id }: Key, number: number, content: unknown): Promise<unknown> {
  return storePieces(tx, [{ user_id, import_id: id, number, content: JSON.stringify(content) }]);
}

async function record(tx: Tx, row: ImportRow, type: 'imported' | 'import_undone', now: Date): Promise<void> {
  const person = await findSubject(tx, row.user_id);
  if (!person) return;
  const context = { db: tx, viewer: null, now, client: { address: row.address ?? '', userAgent: '' } };
  await recordActivity(context, { type, actor: person, target: person });
}
