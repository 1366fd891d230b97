import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from '../../browser/core/notices/toast.ts';
import type { DialogSettings, DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { ApiError } from '../../browser/core/request/api-client.ts';
import { failureText } from '../../browser/core/request/failures.ts';
import type { Texts } from '../../browser/core/texts/translate.ts';
import { type CategoryChoice, loadCategories } from '../../stores/categories.ts';
import {
  $transactionDialog,
  closeTransactionDialog,
  type DialogMode,
  type DialogOutcome,
  type DialogRequest,
  isUndoable,
  pageOf,
  type SavedOutcome,
  staysOpen,
} from '../../stores/transaction-dialog.ts';
import { findTransaction } from '../../stores/transactions.ts';
import { Modal, type PanelProperties, useLeaving } from '../dialog/Modal.tsx';
import { FailurePanel, LoadingPanel, SuccessPanel } from '../dialog/StatePanels.tsx';
import { laterPart, lazyPart } from '../form/parts.tsx';
import { useLoaded, useTranslate } from '../hooks.ts';
import { FormPanel } from './FormPanel.tsx';

/** How long a success is shown, in ms: of an addition, and of anything else. */
const ADDED_FOR = 800;
const SHOWN_FOR = 1500;

interface DialogProperties {
  settings: DialogSettings;
  texts: Texts;
}

export function TransactionDialog(properties: DialogProperties) {
  const request = useStore($transactionDialog);
  const isClosed = request === null;
  useEffect(() => {
    if (isClosed) dispatchEvent(new Event('transaction:closed'));
  }, [isClosed]);
  if (!request) return null;
  const { mode, id, templateId, transaction } = request;
  const key = `${mode} ${id} ${templateId} ${transaction?.updated_at}`;
  return <OpenDialog {...properties} request={request} key={key} />;
}

function OpenDialog({ request, settings, texts }: DialogProperties & { request: DialogRequest }) {
  const t = useTranslate();
  const { loaded, retry } = useLoaded(() => loadDialogData(request));
  const leaving = useLeaving();
  const saved = useSaved((outcome) => {
    closeTransactionDialog();
    afterwards(({ offerUndo }) => offerUndo(request, outcome));
  });
  const undo = (outcome: SavedOutcome) => {
    closeTransactionDialog();
    afterwards(({ undoAtOnce }) => undoAtOnce(request, outcome, t('common:undo')));
  };
  // An addition or a change is shown here for a moment and can be undone here and later; a deletion is shown by a
  // notice.
  const finish = (outcome: DialogOutcome) => {
    if (outcome.kind !== 'shown') closeTransactionDialog();
    if (outcome.kind === 'kept') return toast('info', outcome.text);
    const isBrief = Boolean(outcome.added && !outcome.added.of) && request.mode !== 'duplicate';
    if (outcome.kind === 'shown') saved.show({ ...outcome, isBrief, scrolled: scrollY });
    refresh(request, outcome);
  };
  const close = saved.outcome ? saved.finish : closeTransactionDialog;
  // Until the data is loaded, the shell accepts typing.
  if (loaded.state === 'loading' && request.shell?.fields.isConnected) return null;
  const hasForm = (request.mode === 'recurring' || WITH_FORM.includes(request.mode)) && !saved.outcome;
  return (
    <Modal
      title={t(`transactions:dialog.${request.mode}`)}
      isLarge={hasForm}
      request={request}
      leaving={leaving}
      onClose={close}
    >
      {saved.outcome ? (
        <SuccessPanel
          message={saved.outcome.text}
          isSaid={staysOpen() || !isUndoable(saved.outcome)}
          onUndo={isUndoable(saved.outcome) ? () => undo(saved.outcome as SavedOutcome) : undefined}
          onClose={close}
        />
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
          onSaved={finish}
          onGoOn={(outcome) => refresh(request, { ...outcome, kind: 'shown', later: undefined })}
          onCancel={() => leaving.leave(close)}
        />
      )}
    </Modal>
  );
}

/** Shows a success for a moment, then continues; with a screen reader it waits for the person. */
function useSaved(goOn: (outcome: SavedOutcome) => void) {
  const [outcome, show] = useState<SavedOutcome>();
  const finish = () => outcome && goOn(outcome);
  const finishLater = useEffectEvent(finish);

  useEffect(() => {
    if (!outcome || staysOpen()) return;
    const timer = setTimeout(() => finishLater(), outcome.isBrief ? ADDED_FOR : SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [outcome]);

  return { outcome, show, finish };
}

// Loaded already after typing: see `mount`.
function refresh(request: DialogRequest, outcome: SavedOutcome): void {
  afterwards(({ refreshPage }) => refreshPage(request, outcome));
}

function afterwards(act: (page: typeof import('./refresh-page.ts')) => Promise<void>): void {
  import('./refresh-page.ts').then(act, () => location.reload());
}

interface ContentProperties extends PanelProperties {
  data: DialogData;
  onGoOn: (outcome: Omit<SavedOutcome, 'kind'>) => void;
}

function Content({ data: { transaction, categories }, onGoOn, ...shared }: ContentProperties) {
  const { mode } = shared.request;
  if (mode === 'recurring') return <WizardPanel {...shared} />;
  if (transaction && mode === 'view') return <ViewPanel {...shared} transaction={transaction} />;
  if (transaction && mode === 'delete') return <DeletePanel {...shared} transaction={transaction} />;
  return <FormPanel {...shared} transaction={transaction} categories={categories} onGoOn={onGoOn} />;
}

// Loaded on demand. If that fails, the page offers the same.
const panels = [PageInstead, <LoadingPanel key="loading" />] as const;
const loadWizard = async () => (await import('../recurring-wizard/WizardPanel.tsx')).WizardPanel;
const WizardPanel = lazyPart(loadWizard, ...panels);
const DeletePanel = laterPart(async () => (await import('./DeletePanel.tsx')).DeletePanel, ...panels);
const ViewPanel = lazyPart(async () => (await import('./ViewPanel.tsx')).ViewPanel, ...panels);

function PageInstead() {
  const request = useStore($transactionDialog);
  if (!request) return null;
  const page = pageOf(request);
  return (
    <FailurePanel message="transactions:dialog.failed" page={page} onRetry={() => location.assign(page)} />
  );
}

const WITH_FORM: DialogMode[] = ['add', 'edit', 'duplicate'];

interface DialogData {
  transaction: DialogTransaction | undefined;
  categories: CategoryChoice[];
}

/** Loads the transaction of a request, and the categories for a form. @throws ApiError */
async function loadDialogData(request: DialogRequest): Promise<DialogData> {
  const { mode, id, transaction, offlineId, painted } = request;
  const isNew = mode === 'add' || mode === 'recurring';
  // An edit must be based on the current version, unless it waited on this device.
  const isOld = mode === 'edit' && offlineId === undefined && !transaction?.updated_at;
  const current = isOld ? undefined : transaction;
  const hasForm = WITH_FORM.includes(mode);
  await painted;
  if (!current && !isNew && !id) throw new ApiError(404, 'NOT_FOUND', 'errors:NOT_FOUND');
  const [subject] = await Promise.all([
    current ?? (isNew || !id ? undefined : findTransaction(id)),
    hasForm ? loadCategories() : [],
  ]);
  return { transaction: subject, categories: hasForm ? await loadCategories(subject) : [] };
}
