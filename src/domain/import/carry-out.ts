import type { Db } from '../../db/open.ts';
import type { CategoryRow, TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { type BroughtAccount, bringInAccount, takeOutAccount } from '../accounts/bring-in.ts';
import { recordActivity } from '../activity/record.ts';
import { bringInCategories, takeOutCategories } from '../categories/bring-in.ts';
import { DomainError } from '../error.ts';
import type { Actor } from '../ledger/in-pieces.ts';
import { inLedger, type Ledger } from '../ledger/ledger.ts';
import {
  bringInTemplates,
  changedTemplates,
  hasAnyTemplate,
  isCategoryOfTemplates,
  takeOutTemplates,
} from '../recurring/templates/bring-in.ts';
import { deletePieces, findImport, findPiece, storePieces, updateImport } from './imports.queries.ts';
import { type ImportTask, type Kept, requireEmpty, type StagedHead, undoableUntil } from './imports.ts';
import type { DocumentSummary } from './read-document.ts';
import type { Ownerless } from './rows.ts';

/** The `updated_at` of rows, by their ids: what was brought and has not changed since is theirs. */
type Versions = [id: string, version: string][];

/** What is kept of everything but transactions after an import, for its undo. */
interface BroughtHead {
  account: { before: BroughtAccount; brought: BroughtAccount };
  categories: Versions;
  replaced: CategoryRow[];
  templates: Versions;
}

/**
 * Carries out an import or its undo: all of it or nothing, in one ledger. Why it was refused is noted with the import,
 * for the person who asked.
 */
export async function runImportTask(db: Db, task: ImportTask): Promise<void> {
  const { person, importId } = task;
  const actor = { db, viewer: { id: person.id }, now: new Date(task.now) };
  const key = { user_id: person.id, id: importId };
  const work = { import: bringIn, undo: takeOut }[task.kind];
  try {
    await inLedger(actor, async (ledger, inside) => {
      if (await work(ledger, inside, key)) await recordTask(ledger.tx, task);
    });
  } catch (error) {
    const isKnown = error instanceof DomainError;
    const refused = isKnown ? (error.extra.message ?? `errors:${error.code}`) : 'import:failed';
    await updateImport(db, key, { started_at: null, refused });
    if (!isKnown) throw error;
  }
}

function recordTask(tx: Tx, { kind, person, address, now }: ImportTask): Promise<string> {
  const context = { db: tx, viewer: null, now: new Date(now), client: { address, userAgent: '' } };
  const type = ({ import: 'imported', undo: 'import_undone' } as const)[kind];
  return recordActivity(context, { type, actor: person, target: person });
}

interface Key {
  user_id: string;
  id: string;
}

/** @returns whether it was carried out: somebody else may have been faster, or it was discarded */
async function bringIn(ledger: Ledger, inside: Actor, key: Key): Promise<boolean> {
  const { tx } = ledger;
  const { user_id } = key;
  const row = await findImport(tx, key);
  const piece = await findPiece(tx, key, 0);
  if (!row || !piece || row.finished_at !== null) return giveUp(tx, key);
  await requireEmpty({ db: tx, viewer: inside.viewer });
  const { account, categories, templates, isWhole }: StagedHead = JSON.parse(piece.content);
  const owned = <Row>(one: Ownerless<Row>) => ({ ...one, user_id }) as Row;
  const before = await bringInAccount(tx, user_id, account, inside.now);
  const replaced = await bringInCategories(ledger, user_id, {
    rows: categories.map(owned<CategoryRow>),
    isAll: isWhole,
  });
  await bringInTemplates(
    ledger,
    templates.map(({ row, skipped }) => ({ row: { ...row, user_id }, skipped })),
  );
  const { transactions }: DocumentSummary = JSON.parse(row.summary);
  if ((await bringInTransactions(ledger, key)) !== transactions)
    throw new Error('An import has lost some of its transactions.');
  const head: BroughtHead = {
    account: { before, brought: account },
    categories: categories.map(versionOf),
    replaced,
    templates: templates.map((one) => versionOf(one.row)),
  };
  await storePieces(tx, [{ ...pieceKey(key, 0), content: JSON.stringify(head) }]);
  await updateImport(tx, key, {
    started_at: null,
    finished_at: inside.now.toISOString(),
    expires_at: undoableUntil(inside.now),
  });
  return true;
}

async function giveUp(tx: Tx, key: Key): Promise<false> {
  await updateImport(tx, key, { started_at: null });
  return false;
}

const versionOf = ({ id, updated_at }: { id: string; updated_at: string }): Versions[number] => [
  id,
  updated_at,
];

const pieceKey = ({ user_id, id }: Key, number: number) => ({ user_id, import_id: id, number });

async function bringInTransactions(ledger: Ledger, key: Key): Promise<number> {
  let count = 0;
  for (let number = 1; ; number += 1) {
    const piece = await findPiece(ledger.tx, key, number);
    if (!piece) return count;
    const rows: Ownerless<TransactionRow>[] = JSON.parse(piece.content);
    const added = await ledger.insert(rows.map((row) => ({ ...row, user_id: key.user_id })));
    count += added.length;
    if (added.length !== rows.length) throw new Error('An import found its own transactions.');
    const versions = JSON.stringify(rows.map(versionOf));
    await storePieces(ledger.tx, [{ ...pieceKey(key, number), content: versions }]);
  }
}

async function takeOut(ledger: Ledger, inside: Actor, key: Key): Promise<boolean> {
  const { tx } = ledger;
  const { user_id } = key;
  const row = await findImport(tx, key);
  const piece = await findPiece(tx, key, 0);
  if (!row?.finished_at || !piece || row.undone_at !== null) return giveUp(tx, key);
  const head: BroughtHead = JSON.parse(piece.content);
  const templates = new Map(head.templates);
  const changed = await changedTemplates(ledger, user_id, templates);
  const kept: Kept = { transactions: 0, templates: changed.size, categories: 0 };
  kept.transactions = await takeOutTransactions(ledger, key, changed);
  await takeOutTemplates(
    ledger,
    user_id,
    [...templates.keys()].filter((id) => !changed.has(id)),
  );
  kept.categories = await takeOutCategories(ledger, user_id, {
    brought: new Map(head.categories),
    replaced: head.replaced,
    isUsed: async ({ id }) =>
      (await ledger.hasTransactionsOf(id)) || (await isCategoryOfTemplates(ledger, user_id, id)),
  });
  const hasTemplates = await hasAnyTemplate({ db: tx, viewer: inside.viewer });
  const hasAmounts = hasTemplates || (await ledger.hasTransactions());
  await takeOutAccount(tx, user_id, { ...head.account, hasAmounts }, inside.now);
  await deletePieces(tx, key);
  const summary = JSON.stringify({ ...JSON.parse(row.summary), kept });
  await updateImport(tx, key, { started_at: null, undone_at: inside.now.toISOString(), summary });
  return true;
}

async function takeOutTransactions(
  ledger: Ledger,
  key: Key,
  changedTemplates: ReadonlySet<string>,
): Promise<number> {
  let kept = 0;
  for (let number = 1; ; number += 1) {
    const piece = await findPiece(ledger.tx, key, number);
    if (!piece) return kept;
    const versions: Versions = JSON.parse(piece.content);
    kept += await ledger.deleteUnchanged(new Map(versions), changedTemplates);
  }
}
