import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import {
  $transactionDialog,
  closeTransactionDialog,
  type DialogRequest,
  pageOf,
} from '../../stores/transaction-dialog.ts';
import { DeletePanel } from './DeletePanel.tsx';
import type { DialogSettings } from './dialog-settings.ts';
import { FailurePanel } from './FailurePanel.tsx';
import { FormPanel } from './FormPanel.tsx';
import { Modal } from './Modal.tsx';
import { refreshPage } from './refresh-page.ts';
import { SuccessPanel } from './SuccessPanel.tsx';
import { useSay } from './say.ts';
import type { Texts } from './texts.ts';
import { useDialogData } from './use-dialog-data.ts';
import { useLeaving } from './use-leaving.ts';
import { useSaved } from './use-saved.ts';

interface DialogProperties {
  settings: DialogSettings;
  texts: Texts;
}

/** Adds, edits, duplicates or deletes a transaction, as the store asks. */
export function TransactionDialog(properties: DialogProperties) {
  const request = useStore($transactionDialog);
  return request && <OpenDialog {...properties} request={request} key={`${request.mode} ${request.id}`} />;
}

function OpenDialog({ request, settings, texts }: DialogProperties & { request: DialogRequest }) {
  const say = useSay();
  const data = useDialogData(request);
  const leaving = useLeaving();
  const undoId = useRef<string>(undefined);
  const saved = useSaved(settings, (message) => {
    closeTransactionDialog();
    refreshPage(message, request.opener, undoId.current);
  });
  const close = () => {
    if (saved.message) saved.finish();
    else leaving.leave(closeTransactionDialog);
  };
  const { transaction } = data;
  return (
    <Modal
      title={say(`transactions:dialog.${request.mode}`)}
      opener={request.opener}
      leaving={leaving}
      onClose={close}
    >
      {saved.message ? (
        <SuccessPanel message={saved.message} onClose={close} />
      ) : data.state === 'failed' ? (
        <FailurePanel message={data.message} page={pageOf(request)} onRetry={data.retry} />
      ) : data.state === 'loading' ? (
        <p className="dialog-body" role="status">
          {say('transactions:dialog.loading')}
        </p>
      ) : request.mode === 'delete' && transaction ? (
        <DeletePanel
          transaction={transaction}
          settings={settings}
          onDeleted={(message, deletion) => {
            undoId.current = deletion;
            saved.show(message);
          }}
          onCancel={close}
        />
      ) : (
        <FormPanel
          request={request}
          transaction={transaction}
          categories={data.categories}
          settings={settings}
          texts={texts}
          leaving={leaving}
          onSaved={saved.show}
          onCancel={close}
        />
      )}
    </Modal>
  );
}
