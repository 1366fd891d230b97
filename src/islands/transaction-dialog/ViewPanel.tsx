import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { pageOf, switchTransactionDialog } from '../../stores/transaction-dialog.ts';
import type { PanelProperties } from '../dialog/Modal.tsx';
import { scrolledByKeys } from '../dialog/StatePanels.tsx';
import { useFocusOnArrival, useTranslate } from '../hooks.ts';
import { OccurrencePart } from '../occurrence/OccurrencePart.tsx';
import { TransactionDetails } from './TransactionDetails.tsx';

type ViewProperties = Pick<PanelProperties, 'settings' | 'onCancel'> & { transaction: DialogTransaction };

export function ViewPanel({ transaction, settings, onCancel }: ViewProperties) {
  const t = useTranslate();
  const edit = useFocusOnArrival<HTMLButtonElement>();
  const { preferences, currency } = settings;
  return (
    <>
      <div className="dialog-body" ref={scrolledByKeys}>
        <p className="details-title">
          <bdi>{transaction.description}</bdi>
        </p>
        <TransactionDetails transaction={transaction} writing={{ ...preferences, currency }} />
        {transaction.template_id && (
          <OccurrencePart
            kind="note"
            id={transaction.id}
            settings={settings}
            page={pageOf({ mode: 'view', id: transaction.id })}
          />
        )}
      </div>
      <div className="dialog-footer">
        <button
          className="button button-primary"
          type="button"
          ref={edit}
          onClick={() => switchTransactionDialog('edit', transaction)}
        >
          {t('transactions:dialog.editAction')}
        </button>
        <button className="button button-quiet" type="button" onClick={onCancel}>
          {t('transactions:dialog.close')}
        </button>
      </div>
    </>
  );
}
