import { useRef, useState } from 'react';
import { localNow } from '../../domain/calendar.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import {
  type DialogRequest,
  type DialogTransaction,
  pageOf,
  switchTransactionDialog,
} from '../../stores/transaction-dialog.ts';
import type { DialogSettings } from './dialog-settings.ts';
import { EditActions } from './EditActions.tsx';
import type { Meanwhile } from './form-properties.ts';
import { type Choice, SeriesPart } from './SeriesPart.tsx';
import { useSay } from './say.ts';
import { startValues } from './start-values.ts';
import { TransactionForm } from './TransactionForm.tsx';
import type { Texts } from './texts.ts';
import type { Leaving } from './use-leaving.ts';
import { type MeanwhileInDialog, useSaving } from './use-saving.ts';
import { useWatchedForm } from './use-watched-form.ts';

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
  const { preferences, currency } = settings;
  const [now] = useState(() => localNow(new Date(), preferences.timezone));
  const choice = useRef<Choice>({ scope: 'single' });
  const saving = useSaving(edited, choice, (isNew) =>
    onSaved(say(isNew ? 'transactions:createSuccess' : 'transactions:updateSuccess')),
  );
  const { meanwhile } = saving;

  useWatchedForm(panel, leaving);

  return (
    <div className="dialog-body dialog-form" ref={panel}>
      {edited && meanwhile !== 'gone' && (
        <EditActions onChoose={(mode) => leaving.leave(() => switchTransactionDialog(mode, edited))} />
      )}
      <TransactionForm
        idPrefix="dialog-"
        action={pageOf(request)}
        csrf=""
        mode={request.mode === 'edit' || request.mode === 'duplicate' ? request.mode : 'create'}
        recurs={Boolean(edited?.template_id)}
        values={startValues(request.mode, transaction ?? request.start, now, settings)}
        meanwhile={shownMeanwhile(meanwhile, now, settings)}
        errors={NO_ERRORS}
        categories={rest.categories}
        texts={rest.texts}
        language={settings.language}
        today={now.date}
        writing={{ ...preferences, currency }}
        cancelHref={location.pathname}
        scope={
          edited?.template_id &&
          meanwhile !== 'gone' && (
            <SeriesPart
              kind="change"
              id={edited.id}
              settings={settings}
              page={pageOf(request)}
              onChoose={(chosen) => {
                choice.current = chosen;
              }}
            />
          )
        }
        onSave={saving.save}
        onCancel={rest.onCancel}
        onSwitch={() => leaving.leave(() => switchTransactionDialog('recurring'))}
        onTake={() => meanwhile && meanwhile !== 'gone' && switchTransactionDialog('edit', meanwhile.theirs)}
      />
    </div>
  );
}

const NO_ERRORS = {};

function shownMeanwhile(
  meanwhile: MeanwhileInDialog,
  now: { date: string; time: string },
  settings: DialogSettings,
): Meanwhile | undefined {
  if (!meanwhile || meanwhile === 'gone') return meanwhile;
  return { theirs: startValues('edit', meanwhile.theirs, now, settings) };
}
