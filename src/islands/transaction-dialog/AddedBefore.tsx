import { useEffect, useState, useTransition } from 'react';
import { formRequest } from '../../browser/core/forms/send.ts';
import { noticeIn } from '../../browser/core/forms/send-in-place.ts';
import { undoForm } from '../../browser/core/notices/show-toasts.ts';
import { fetchPage } from '../../browser/core/page/fetch-page.ts';
import { noteChange } from '../../browser/core/session/data-version.ts';
import type { SavedOutcome } from '../../stores/transaction-dialog.ts';
import { useTranslate } from '../hooks.ts';

interface AddedProperties {
  outcome: SavedOutcome;
  onUndone: (text: string) => void;
}

export function AddedBefore({ outcome, onUndone }: AddedProperties) {
  const t = useTranslate();
  const [hasFailed, setFailed] = useState(false);
  const [alert, setAlert] = useState('');
  const [isUndoing, start] = useTransition();
  useEffect(() => {
    outcome.later?.then((remark) => setAlert(remark?.text ?? ''));
  }, [outcome]);

  // The form of the notice, whose answer is said here: a notice would be behind the dialog.
  const undo = async () => {
    const form = undoForm({ ...outcome, kind: 'success' }, '');
    if (!form) return;
    const { address, sent } = formRequest(form);
    const page = await fetchPage(address, sent).catch(() => undefined);
    noteChange();
    const notice = page?.ok && noticeIn(page.document);
    if (notice) onUndone(notice.text);
    else setFailed(true);
  };
  return (
    <>
      <div className="flash flash-success">
        <p>{outcome.text}</p>
        <button
          className="button button-small"
          type="button"
          aria-disabled={isUndoing || undefined}
          onClick={() => isUndoing || start(undo)}
        >
          {t('common:undo')}
        </button>
      </div>
      {alert && <p className="flash flash-warning">{alert}</p>}
      {hasFailed && <p className="flash flash-error">{t('errors:deletingFailed')}</p>}
    </>
  );
}
