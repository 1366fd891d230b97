import { useEffect, useRef, useState } from 'react';
import { localNow } from '../../domain/calendar.ts';
import { CURRENCIES } from '../../i18n/preferences.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import {
  type DialogRequest,
  type DialogTransaction,
  pageOf,
  switchTransactionDialog,
} from '../../stores/transaction-dialog.ts';
import type { DialogSettings } from './dialog-settings.ts';
import { EditActions } from './EditActions.tsx';
import { saver } from './save-transaction.ts';
import { useSay } from './say.ts';
import { startValues } from './start-values.ts';
import { TransactionForm } from './TransactionForm.tsx';
import type { Texts } from './texts.ts';
import type { Leaving } from './use-leaving.ts';

interface FormPanelProperties {
  request: DialogRequest;
  transaction: DialogTransaction | undefined;
  categories: CategoryChoice[];
  settings: DialogSettings;
  texts: Texts;
  leaving: Leaving;
  onSaved: (message: string) => void;
  onCancel: () => void;
}

/** The form of the pages inside the dialog: it saves through the API instead of being posted. */
export function FormPanel({
  request,
  transaction,
  settings,
  leaving,
  onSaved,
  ...rest
}: FormPanelProperties) {
  const say = useSay();
  const panel = useRef<HTMLDivElement>(null);
  const edited = request.mode === 'edit' ? transaction : undefined;
  const timezone = edited?.timezone ?? settings.preferences.timezone;
  const [now] = useState(() => localNow(new Date(), timezone));
  const [save] = useState(() => saver(edited, timezone));

  useEffect(() => {
    const form = panel.current?.querySelector('form');
    if (!form) return;
    const start = contentOf(form);
    leaving.isDirty.current = () => contentOf(form) !== start;
    form.querySelector<HTMLInputElement>('[name=amount]')?.focus();
    return () => {
      leaving.isDirty.current = () => false;
    };
  }, [leaving.isDirty]);

  return (
    <div className="dialog-body scroll-pb-24" ref={panel}>
      {edited && (
        <EditActions onChoose={(mode) => leaving.leave(() => switchTransactionDialog(mode, edited))} />
      )}
      <TransactionForm
        idPrefix="dialog-"
        action={pageOf(request)}
        csrf=""
        mode={request.mode === 'edit' || request.mode === 'duplicate' ? request.mode : 'create'}
        values={startValues(request.mode, transaction ?? request.start, now)}
        errors={NO_ERRORS}
        categories={rest.categories}
        texts={rest.texts}
        language={settings.language}
        today={now.date}
        timezone={timezone}
        currencySymbol={CURRENCIES[settings.currency]}
        cancelHref={location.pathname}
        onSave={async (checked) => {
          const faults = await save(checked);
          if (!faults) onSaved(say(`transactions:dialog.${edited ? 'updated' : 'created'}`));
          return faults ?? {};
        }}
        onCancel={rest.onCancel}
      />
    </div>
  );
}

const NO_ERRORS = {};

function contentOf(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)]);
}
