import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import {
  $transactionDialog,
  closeTransactionDialog,
  type DialogRequest,
  pageOf,
} from '../../stores/transaction-dialog.ts';
import { failureText } from '../form/failure-text.ts';
import type { Texts } from '../translate.ts';
import { useLoaded } from '../use-loaded.ts';
import { useTranslate } from '../use-translate.ts';
import { DeletePanel } from './DeletePanel.tsx';
import type { DialogSettings } from './dialog-settings.ts';
import { FormPanel } from './FormPanel.tsx';
import { type DialogData, loadDialogData, WITH_FORM } from './load-dialog-data.ts';
import { type Leaving, Modal, useLeaving } from './Modal.tsx';
import type { Outcome } from './outcome.ts';
import { FailurePanel, LoadingPanel, SuccessPanel } from './StatePanels.tsx';
import { useSaved } from './use-saved.ts';
import { ViewPanel } from './ViewPanel.tsx';

interface DialogProperties {
  settings: DialogSettings;
  texts: Texts;
}

/** Adds, edits, duplicates, shows or deletes a transaction, as requested in the store. */
export function TransactionDialog(properties: DialogProperties) {
  const request = useStore($transactionDialog);
  if (!request) return null;
  const { mode, id, templateId, transaction } = request;
  const key = `${mode} ${id} ${templateId} ${transaction?.updated_at}`;
  return <OpenDialog {...properties} request={request} key={key} />;
}

function OpenDialog({ request, settings, texts }: DialogProperties & { request: DialogRequest }) {
  const t = useTranslate();
  const { loaded, retry } = useLoaded(() => loadDialogData(request));
  const leaving = useLeaving();
  const saved = useSaved(settings, (outcome) => {
    closeTransactionDialog();
    if (outcome.moved) refresh(request, outcome);
  });
  // What was changed is said here for a moment; what was added or deleted is said by a notice, which can undo it.
  const finish = (outcome: Outcome) => {
    if (outcome.isSaid) saved.show(outcome);
    else closeTransactionDialog();
    if (!(outcome.isSaid && outcome.moved)) refresh(request, outcome);
  };
  const close = () => {
    if (saved.outcome) saved.finish();
    else leaving.leave(closeTransactionDialog);
  };
  const hasForm = WITH_FORM.includes(request.mode) && !saved.outcome;
  return (
    <Modal
      title={t(`transactions:dialog.${request.mode}`)}
      size={hasForm ? 'large' : undefined}
      opener={request.opener}
      leaving={leaving}
      onClose={close}
    >
      {saved.outcome ? (
        <SuccessPanel message={saved.outcome.text} onClose={close} />
      ) : loaded.state === 'failed' ? (
        <FailurePanel message={failureText(loaded.error)} page={pageOf(request)} onRetry={retry} />
      ) : loaded.state === 'loading' ? (
        <LoadingPanel />
      ) : (
        <Content
          request={request}
          data={loaded.data}
          settings={settings}
          texts={texts}
          leaving={leaving}
          onDone={finish}
          onClose={close}
        />
      )}
    </Modal>
  );
}

// After typing it is loaded already: see `mount`.
function refresh(request: DialogRequest, outcome: Outcome): void {
  import('./refresh-page.ts').then(
    ({ refreshPage }) => refreshPage(request, outcome),
    () => location.reload(),
  );
}

interface ContentProperties extends DialogProperties {
  request: DialogRequest;
  data: DialogData;
  leaving: Leaving;
  onDone: (outcome: Outcome) => void;
  onClose: () => void;
}

function Content({ request, data, settings, texts, leaving, onDone, onClose }: ContentProperties) {
  const { transaction, categories } = data;
  const shared = { request, settings, onSaved: onDone, onCancel: onClose };
  if (request.mode === 'recurring')
    return (
      <Suspense fallback={<LoadingPanel />}>
        <WizardPanel {...shared} texts={texts} leaving={leaving} />
      </Suspense>
    );
  if (transaction && request.mode === 'view')
    return <ViewPanel transaction={transaction} settings={settings} onClose={onClose} />;
  if (transaction && request.mode === 'delete')
    return (
      <DeletePanel transaction={transaction} settings={settings} onDeleted={onDone} onCancel={onClose} />
    );
  return (
    <FormPanel
      {...shared}
      transaction={transaction}
      categories={categories}
      texts={texts}
      leaving={leaving}
    />
  );
}

// Loaded when its tab is opened. If it cannot be loaded, the page does the same.
const WizardPanel = lazy(() =>
  import('../recurring-wizard/WizardPanel.tsx').then(
    (module) => ({ default: module.WizardPanel }),
    () => ({ default: PageInstead }),
  ),
);

function PageInstead({ request }: { request: DialogRequest }) {
  return (
    <FailurePanel
      message="transactions:dialog.failed"
      page={pageOf(request)}
      onRetry={() => location.assign(pageOf(request))}
    />
  );
}
