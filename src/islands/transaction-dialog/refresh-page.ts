import { uncovered } from '../../browser/core/dialog/dialog.ts';
import { undoInPlace } from '../../browser/core/forms/send-in-place.ts';
import { undoForm } from '../../browser/core/notices/show-toasts.ts';
import { type Toast, toast } from '../../browser/core/notices/toast.ts';
import { findTarget, focusOn, focusTargetOf } from '../../browser/core/page/focus-target.ts';
import {
  bringIntoView,
  linkTo,
  showChanges,
  toastAfterNavigation,
} from '../../browser/core/page/show-changes.ts';
import {
  $transactionDialog,
  type DialogRequest,
  isUndoable,
  type SavedOutcome,
  staysOpen,
} from '../../stores/transaction-dialog.ts';

/** Shows the result on the page; if its subject was deleted, its list. The focus returns to the opener. */
export async function refreshPage(request: DialogRequest, outcome: SavedOutcome): Promise<void> {
  const { later, row } = outcome;
  const isShown = outcome.kind === 'shown';
  const notice = noticeOf(outcome);
  const page = pageInstead(request, outcome);
  if (page) {
    toastAfterNavigation(notice);
    await uncovered();
    location.replace(page);
    return;
  }
  const { opener } = request;
  const target = focusTargetOf(opener);
  await showChanges({ notice, later, isShown, opener, row: isShown ? undefined : row });
  if (!opener || opener.isConnected) return;
  const open = $transactionDialog.get();
  if (open?.opener === opener) $transactionDialog.set({ ...open, opener: findTarget(target) });
  else if (document.activeElement === document.body) focusOn(target);
}

const noticeOf = ({ later: _, ...outcome }: SavedOutcome): Toast => ({ ...outcome, kind: 'success' });

function pageInstead({ mode, id }: DialogRequest, { template }: SavedOutcome): string | undefined {
  const isOf = (list: string, deletedId: string | null | undefined) =>
    Boolean(deletedId) && location.pathname.startsWith(`${list}/${encodeURIComponent(deletedId ?? '')}`);
  if (mode === 'delete' && isOf('/transactions', id)) return '/transactions';
  return isOf('/recurring', template) ? '/recurring' : undefined;
}

/** Offers on the page to undo what the dialog showed for a moment, and scrolls to what was added. */
export async function offerUndo({ opener }: DialogRequest, outcome: SavedOutcome): Promise<void> {
  const { added, later } = outcome;
  await uncovered();
  // A dialog opened with a key has no opener to return the focus to.
  const ownRow = added && opener === document.body ? `/transactions/${added.id}` : undefined;
  const address = outcome.row ?? ownRow;
  const link = address && linkTo(address);
  if (link) {
    link.focus({ preventScroll: true });
    bringIntoView(link);
    // A busy browser restores the scroll position a frame after it reports being back.
    requestAnimationFrame(() => requestAnimationFrame(() => bringIntoView(link)));
  }
  const notice = { ...noticeOf(outcome), isAnnounced: staysOpen() };
  if (isUndoable(outcome)) toast(notice.kind, notice.text, notice);
  const remark = await later;
  if (remark) toast(remark.kind, remark.text, { about: notice });
}

/** Undoes what the dialog has just shown, after its panel is closed. */
export async function undoAtOnce(
  { opener }: DialogRequest,
  outcome: SavedOutcome,
  word: string,
): Promise<void> {
  const { text, scrolled } = outcome;
  await uncovered();
  const form = undoForm(noticeOf(outcome), word);
  if (form) await undoInPlace(form, { label: `${word}: ${text}`, opener, scrolled });
}
