import type { AccountRow, CategoryRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { recordActivity } from '../activity/record.ts';
import { forgetBankRows, importBankRows, readBankRows } from '../bank-files/file-memory.ts';
import { importCategories, undoCategoryImport } from '../categories/account-file.ts';
import { countByCategory } from '../categories/categories.queries.ts';
import { DomainError } from '../error.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { forgetTemplates, forgetTransactions } from '../ledger/trash.queries.ts';
import { deleteBatch, findBatch, findLastBatch, storeBatches } from '../long-work/long-work.queries.ts';
import type { Steps, Work } from '../long-work/long-work.ts';
import { importAccounts, undoAccountsImport } from '../money-accounts/account-file.ts';
import { forgetDeletedInstallments } from '../money-accounts/cards/deleted-installments.ts';
import { forgetChecks, importChecks, readChecks } from '../money-accounts/checks/account-file.ts';
import {
  changedTemplates,
  hasAnyTemplate,
  importTemplates,
  removeImportedTemplates,
} from '../recurring/templates/account-file.ts';
import { deleteTemplate, findCategoriesOfTemplates } from '../recurring/templates/templates.queries.ts';
import {
  findSubject,
  type ImportedAccount,
  importAccount,
  undoAccountImport,
} from '../users/account-file.ts';
import {
  type BroughtRows,
  contentOf,
  type Kept,
  type StagedHead,
  type StagedRow,
  type StagedTemplates,
  type Version,
  versionsIn,
  withContent,
} from './account-imports.ts';
import { importPlans, type Plans, undoPlans } from './plans.ts';

interface ImportedHead {
  staged: StagedHead;
  replaced: CategoryRow[];
  accounts: { added: Version[]; replaced: AccountRow[] };
  /** Missing until the last step. */
  before?: ImportedAccount;
  plans?: Plans;
}

/** Batch 0 has everything but transactions and templates, which follow in this order. */
const HEAD = 0;

/** An import: the categories and accounts, then each batch of transactions and of templates, then everything else. */
export const importSteps: Steps<StagedHead | StagedRow[] | StagedTemplates> = {
  async batch(ledger, { now }, content, { user_id }) {
    if ('templates' in content) {
      await importTemplates(ledger, content);
      return { undo: content };
    }
    if (!Array.isArray(content)) {
      const rows = content.categories.map((entry) => ({ ...entry, user_id }) as CategoryRow);
      const replaced = await importCategories(ledger, user_id, { rows, isAll: content.isWhole });
      const own = content.accounts.map((entry) => ({ ...entry, user_id }) as AccountRow);
      const { added, replaced: accounts } = await importAccounts(ledger, own, now);
      const accountsBefore = { added: added.map(versionOf), replaced: accounts };
      return { undo: { staged: content, replaced, accounts: accountsBefore } satisfies ImportedHead };
    }
    const coming = content.filter(({ isLeftOut }) => !isLeftOut);
    const added = await ledger.insert(
      coming.map(({ bankRows: _rows, checks: _checks, ...entry }) => ({ ...entry, user_id })),
    );
    if (added.length !== coming.length) throw new Error('An import found its own transactions.');
    await importBankRows(ledger.tx, user_id, coming);
    await importChecks(ledger.tx, user_id, coming);
    return { undo: content.map((row) => (row.isLeftOut ? row : versionOf(row))) satisfies BroughtRows };
  },
  async last(ledger, { now }, work) {
    const { tx } = ledger;
    const { user_id, id: work_id } = work;
    const head = await readHead(tx, work);
    const before = await importAccount(tx, user_id, head.staged.account, now);
    const plans = await importPlans(tx, user_id, head.staged.plans ?? {});
    const content = JSON.stringify({ ...head, before, plans } satisfies ImportedHead);
    await storeBatches(tx, [{ user_id, work_id, number: HEAD, count: 0, content }]);
    await record(tx, work, 'imported', now);
    await ledger.closeToOthers(null);
    return {};
  },
  async fail(_ledger, work, error) {
    const isRefusal = error instanceof DomainError;
    const refused = isRefusal ? (error.extra.message ?? `errors:${error.code}`) : 'import:failed';
    return { kind: 'cancel', ...withContent(work, { refused }) };
  },
};

/** Reverts a failed import, so that it can be tried again. */
export const cancelSteps: Steps<ImportedHead | BroughtRows | StagedTemplates> = {
  isBackwards: true,
  async batch(ledger, _inside, content, { user_id }) {
    if ('templates' in content) {
      for (const { id } of content.templates) await deleteTemplate(ledger.tx, user_id, id);
      return { undo: content };
    }
    if (!Array.isArray(content)) {
      await undoCategoryImport(ledger, user_id, { ...importedCategories(content), used: new Set() });
      await undoAccountsImport(ledger, importedAccounts(content));
      return { undo: content.staged };
    }
    const ids = versionsIn(content).map(([id]) => id);
    const known = await readBankRows(ledger.tx, user_id, ids);
    const checked = await readChecks(ledger.tx, user_id, ids);
    const rows = await ledger.delete(ids);
    await forgetBankRows(ledger.tx, user_id, ids);
    await forgetChecks(ledger.tx, user_id, ids);
    const gone = new Map(
      rows.map(({ user_id: _user, ...row }) => {
        const [bankRows, checks] = [known.get(row.id), checked.get(row.id)];
        return [row.id, { ...row, ...(bankRows && { bankRows }), ...(checks && { checks }) }];
      }),
    );
    return { undo: content.flatMap((row) => (Array.isArray(row) ? (gone.get(row[0]) ?? []) : row)) };
  },
  async last(ledger, _inside, { expires_at }) {
    await ledger.closeToOthers(null);
    return { recorded: { ...WAITING, expires_at } };
  },
  async fail(ledger, work) {
    return { ...(await notTakenOut(ledger, work)), ...WAITING };
  },
};

const WAITING = { kind: 'import', started_at: null, touched_at: null, finished_at: null } as const;

/** An undo: each batch of transactions, then the templates, then everything else. */
export const undoSteps: Steps<ImportedHead | BroughtRows | StagedTemplates> = {
  isBackwards: true,
  async batch(ledger, _inside, content, work) {
    // The templates stay until their transactions are gone, and only say which of these are spared.
    if ('templates' in content) {
      const changed = await changedIn(ledger, content, work);
      const spared = [...new Set([...sparedIn(work), ...changed])];
      return { undo: content, ...(changed.size > 0 && { recorded: withContent(work, { spared }) }) };
    }
    if (!Array.isArray(content)) return { undo: content };
    const versions = new Map(versionsIn(content));
    const ids = [...versions.keys()];
    const { isForced } = contentOf(work);
    const spared = new Set(sparedIn(work));
    await forgetTransactions(
      ledger,
      ids,
      ({ id, updated_at, template_id }) =>
        isForced || (versions.get(id) === updated_at && !spared.has(template_id ?? '')),
    );
    if (isForced) await ledger.delete(ids);
    const kept = isForced ? 0 : await ledger.deleteUnchanged(versions, spared);
    await forgetBankRows(ledger.tx, work.user_id, ids);
    await forgetChecks(ledger.tx, work.user_id, ids);
    await forgetDeletedInstallments({ db: ledger.tx, viewer: { id: work.user_id } }, ids);
    return isForced ? {} : { recorded: keeping(work, { transactions: kept }) };
  },
  async last(ledger, { now }, work) {
    const { tx } = ledger;
    const { user_id } = work;
    const batch = await findLastBatch(tx, work);
    if (batch && batch.number > HEAD) {
      const staged: StagedTemplates = JSON.parse(batch.content);
      const { templates } = staged;
      const changed = await changedIn(ledger, staged, work);
      const versions = new Map(templates.map(versionOf));
      const { isForced } = contentOf(work);
      await forgetTemplates(
        ledger,
        [...versions.keys()],
        ({ id, updated_at }) => isForced || versions.get(id) === updated_at,
      );
      const isEmptied = await removeImportedTemplates(
        ledger,
        templates.filter(({ id }) => !changed.has(id)),
      );
      if (!isEmptied) return { more: true };
      await deleteBatch(tx, batch);
      return { recorded: keeping(work, { templates: changed.size }), more: true };
    }
    const head = await readHead(tx, work);
    await deleteBatch(tx, { user_id, work_id: work.id, number: HEAD });
    await ledger.updateTotals();
    const counts = await countByCategory(tx, user_id);
    const used = new Set(await findCategoriesOfTemplates(tx, user_id));
    for (const [id, count] of counts) if (count > 0) used.add(id);
    const { before = { columns: {} }, staged, plans = {} } = head;
    const left = await undoPlans(tx, user_id, { imported: staged.plans ?? {}, replaced: plans });
    for (const id of left.categories) used.add(id);
    const categories = await undoCategoryImport(ledger, user_id, { ...importedCategories(head), used });
    const accounts = await undoAccountsImport(ledger, importedAccounts(head));
    const hasTemplates = await hasAnyTemplate({ db: tx, viewer: { id: user_id } });
    const hasAmounts = hasTemplates || (await ledger.hasTransactions());
    await undoAccountImport(tx, user_id, { before, imported: staged.account, hasAmounts }, now);
    await record(tx, work, 'import_undone', now);
    await ledger.closeToOthers(null);
    return { recorded: keeping(work, { categories, accounts, ...left.kept }) };
  },
  async fail(ledger, work) {
    const finished_at = contentOf(work).doneAt ?? work.touched_at;
    return { ...(await notTakenOut(ledger, work)), kind: 'import', finished_at };
  },
};

/** The templates that an undo leaves. */
const changedIn = async (
  { tx, userId }: Ledger,
  { templates }: StagedTemplates,
  work: Work,
): Promise<ReadonlySet<string>> =>
  contentOf(work).isForced ? new Set() : changedTemplates(tx, userId, templates);

const sparedIn = (work: Work): string[] => contentOf(work).spared ?? [];

/** Opens the account even if something could not be removed; otherwise it would stay closed. */
async function notTakenOut(ledger: Ledger, work: Work): Promise<Pick<Work, 'content'>> {
  await ledger.closeToOthers(null);
  return withContent(work, { refused: 'import:notTakenOut' });
}

function keeping(work: Work, added: Partial<Kept>): Pick<Work, 'content'> {
  const kept: Kept = { ...NOTHING_KEPT, ...contentOf(work).kept };
  for (const [name, count] of Object.entries(added)) kept[name as keyof Kept] += count;
  return withContent(work, { kept });
}

const NOTHING_KEPT: Kept = {
  transactions: 0,
  templates: 0,
  categories: 0,
  accounts: 0,
  rules: 0,
  budgets: 0,
  goals: 0,
};

const importedCategories = ({ staged, replaced }: ImportedHead) => ({
  imported: new Map(staged.categories.map(versionOf)),
  replaced,
});

const importedAccounts = ({ accounts: { added, replaced } }: ImportedHead) => ({
  imported: new Map(added),
  replaced,
});

const versionOf = ({ id, updated_at }: { id: string; updated_at: string }): Version => [id, updated_at];

async function readHead(tx: Tx, work: Work): Promise<ImportedHead> {
  const batch = await findBatch(tx, work, HEAD);
  if (!batch) throw new Error('An import has lost a part of its file.');
  return JSON.parse(batch.content);
}

async function record(tx: Tx, work: Work, type: 'imported' | 'import_undone', now: Date): Promise<void> {
  const person = await findSubject(tx, work.user_id);
  if (!person) return;
  const client = { address: contentOf(work).address ?? '', userAgent: '' };
  const context = { db: tx, viewer: null, now, client };
  await recordActivity(context, { type, actor: person, target: person });
}
