import type { AstroGlobal } from 'astro';
import { billsToPay } from '../../../domain/bank-files/carry-out/card-bills.ts';
import { startCarryOut } from '../../../domain/bank-files/carry-out/carry-out.ts';
import { forgetImport } from '../../../domain/bank-files/carry-out/forget.ts';
import { missingOpening } from '../../../domain/bank-files/carry-out/missing-opening.ts';
import { startUndo } from '../../../domain/bank-files/carry-out/undo.ts';
import { changeDecisions } from '../../../domain/bank-files/preview/decisions.ts';
import { changeMapping } from '../../../domain/bank-files/preview/mapping.ts';
import { previewAgain } from '../../../domain/bank-files/preview/preview.ts';
import type { ImportState } from '../../../domain/bank-files/read-imports.ts';
import { DomainError, invalid } from '../../../domain/error.ts';
import { resumeForAWhile } from '../../../http/pages/long-work.ts';
import type { Done } from '../../../http/pages/submit.ts';
import { partOfWhole } from '../../accounts/_part-of-whole.ts';
import { accountInFile, type LineNames, saveLines } from '../_lines.ts';
import { actOnRow } from './_row-acts.ts';
import type { ImportView } from './_view.ts';

interface Acting {
  page: AstroGlobal;
  /** Of the import. */
  id: string;
  before: ImportState;
  view: ImportView;
  names: LineNames;
  /** What the page asks instead of leading on: whether to discard, or what to do with these changed transactions. */
  asks: { discard?: true; changed?: string[] };
}

type Act = (of: Acting) => Promise<Done | undefined>;

/** The values of the buttons `act`. */
export const ACTS = {
  save: saving(showSaved),
  add: saving(decideAll('add')),
  'leave-out': saving(decideAll('leave-out')),
  'confirm-account': saving(confirmAccount),
  'create-accounts': saving(createAccounts),
  import: saving(carryOut),
  discard: saving(async ({ asks }) => {
    asks.discard = true;
    return undefined;
  }),
  delete: forget,
  forget,
  again: readAgain,
  undo: undo({}),
  'undo-all': undo({ force: true }),
  'undo-unchanged': undo({ keepChanged: true }),
} satisfies Record<string, Act>;

/** What a button does that is none of these: it leads somewhere, or is that of a row. */
export const followButton = saving(async ({ page, id, view }) => {
  const { signedIn, form } = page.locals;
  const to = form && (await actOnRow(signedIn, id, view, form));
  return { to: to || view.thisPage() };
});

/** The choices beside the rows are sent with everything that the form of an open import does. */
function saving(act: Act): Act {
  return async (of) => {
    const { locals } = of.page;
    if (of.before.row.status === 'preview')
      await saveLines(locals.signedIn, of.id, locals.form ?? new FormData());
    return act(of);
  };
}

async function showSaved({ page, view }: Acting): Promise<Done> {
  const flash = view.isAsSent() && { flash: page.locals.t('imports:saved') };
  return { to: view.thisPage(), ...flash };
}

/** Of all rows that are shown. */
function decideAll(as: 'add' | 'leave-out'): Act {
  return async (of) => {
    const { state } = of.view;
    const added = state === 'transfer' ? 'transfer' : 'import';
    const decision = as === 'add' ? added : 'leave_out';
    if (state) await changeDecisions(of.page.locals.signedIn, of.id, { state, decision });
    return showSaved(of);
  };
}

async function confirmAccount(of: Acting): Promise<Done> {
  const { page, id, before, view } = of;
  if (!before.account) return createAccounts(of);
  await changeMapping(page.locals.signedIn, id, { accountId: before.account.id });
  return { to: view.here };
}

async function createAccounts({ page, id, before, view, names }: Acting): Promise<Done> {
  const { signedIn, t } = page.locals;
  const { row, accounts } = before;
  const others = { taken: names.accounts, isOneOfMany: accounts.length > 1 };
  const newAccounts = accounts.map((each) => accountInFile(row, each, t, others));
  await changeMapping(signedIn, id, { newAccounts });
  return { to: view.here };
}

async function carryOut({ page, id, before, view }: Acting): Promise<Done> {
  const context = page.locals.signedIn;
  const { part, bills, opens } = view;
  if (before.misplaced) throw new DomainError('CONFLICT', 409, { message: 'import:unanswered' });
  const offered = opens === 'bank' && part === null && (await missingOpening(context, before));
  if (offered && !offered.replaces && (await partOfWhole(page, before.account)))
    throw invalid({ field: 'part', message: 'errors:partAsk' });
  const known = bills === 'known' ? (await billsToPay(context, before))?.known : undefined;
  const workId = await startCarryOut(context, id, {
    opening: opens === 'bank',
    isPart: part === 'yes',
    keepsStated: true,
    billsPaid: known ?? bills === 'paid',
    // The rows that another import of the file has brought in meanwhile are shown before anything happens.
    again: true,
  });
  if (workId) await resumeForAWhile(context, workId);
  return { to: view.here };
}

/** Deletes an import; of one that was carried out only its file and rows. */
async function forget({ page, id, before, view }: Acting): Promise<Done> {
  const { signedIn, t } = page.locals;
  await forgetImport(signedIn, id);
  const isGone = before.row.status !== 'done';
  return {
    to: isGone ? '/import' : view.here,
    flash: t(isGone ? 'imports:discarded' : 'imports:forgotten'),
  };
}

async function readAgain({ page, id }: Acting): Promise<Done> {
  const read = await previewAgain(page.locals.signedIn, id);
  return { to: read ? `/imports/${read.id}` : '/import' };
}

function undo(how: { force?: boolean; keepChanged?: boolean }): Act {
  return async ({ page, id, view, asks }) => {
    const context = page.locals.signedIn;
    try {
      const { workId } = await startUndo(context, id, { force: false, keepChanged: false, ...how });
      if (workId) await resumeForAWhile(context, workId);
      return { to: view.here };
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'CHANGED_SINCE')) throw error;
      asks.changed = error.extra.details?.changed as string[];
      return undefined;
    }
  };
}
