import { useRef, useState } from 'react';
import { localNow } from '../../domain/calendar.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { type DialogRequest, pageOf, switchTransactionDialog } from '../../stores/transaction-dialog.ts';
import type { DialogSettings } from '../transaction/dialog-settings.ts';
import { FailurePanel } from '../transaction/FailurePanel.tsx';
import { useSay } from '../transaction/say.ts';
import { startValues } from '../transaction/start-values.ts';
import type { Texts } from '../transaction/texts.ts';
import type { Leaving } from '../transaction/use-leaving.ts';
import { useWatchedForm } from '../transaction/use-watched-form.ts';
import { RecurringWizard } from './RecurringWizard.tsx';
import { newValues, templateValues, type WizardTemplate } from './template-values.ts';
import { type SeriesSaved, useSavingSeries } from './use-saving-series.ts';
import { useWizardData } from './use-wizard-data.ts';
import type { WizardValues } from './wizard-properties.ts';

interface PanelProperties {
  request: DialogRequest;
  settings: DialogSettings;
  /** Those of the dialog; the wizard's own are fetched. */
  texts: Texts;
  leaving: Leaving;
  onSaved: SeriesSaved;
  onCancel: () => void;
}

/** The wizard inside the dialog: it saves through the API instead of being posted. */
export function WizardPanel(properties: PanelProperties) {
  const say = useSay();
  const { request, settings, texts } = properties;
  const { data, retry } = useWizardData(request.templateId, settings.language);
  const [taken, setTaken] = useState<WizardTemplate>();
  if (data === 'loading')
    return (
      <p className="dialog-body" role="status">
        {say('transactions:dialog.loading')}
      </p>
    );
  if ('failure' in data)
    return <FailurePanel message={data.failure} page={pageOf(request)} onRetry={retry} />;
  const template = taken ?? data.template;
  return (
    <LoadedWizard
      {...properties}
      template={template}
      categories={data.categories}
      texts={{ ...texts, ...data.texts }}
      onTake={setTaken}
      key={template?.updated_at}
    />
  );
}

type LoadedProperties = PanelProperties & {
  template: WizardTemplate | undefined;
  categories: CategoryChoice[];
  onTake: (theirs: WizardTemplate) => void;
};

function LoadedWizard({ request, settings, template, leaving, onSaved, onTake, ...rest }: LoadedProperties) {
  const panel = useRef<HTMLDivElement>(null);
  const { preferences, currency } = settings;
  const mark = preferences.decimal_separator;
  const [today] = useState(() => localNow(new Date(), preferences.timezone).date);
  const saving = useSavingSeries(template, { texts: rest.texts, language: settings.language, onSaved });
  const { meanwhile } = saving;
  useWatchedForm(panel, leaving);
  return (
    <div className="dialog-body dialog-form" ref={panel}>
      <RecurringWizard
        idPrefix="dialog-"
        action={pageOf(request)}
        csrf=""
        mode={template && meanwhile !== 'gone' ? 'edit' : 'create'}
        id={template?.id}
        isStopped={template?.is_active === false}
        step="setup"
        values={template ? templateValues(template, mark) : valuesLike(request, settings, today)}
        meanwhile={
          meanwhile && meanwhile !== 'gone' ? { theirs: templateValues(meanwhile.theirs, mark) } : meanwhile
        }
        errors={NO_ERRORS}
        categories={rest.categories}
        texts={rest.texts}
        language={settings.language}
        today={today}
        writing={{ ...preferences, currency }}
        cancelHref={location.pathname}
        onSave={saving.save}
        onCancel={rest.onCancel}
        onSwitch={() => leaving.leave(() => switchTransactionDialog('add'))}
        onTake={() => meanwhile && meanwhile !== 'gone' && onTake(meanwhile.theirs)}
      />
    </div>
  );
}

const NO_ERRORS = {};

// A new series may be one like a transaction that is there.
function valuesLike({ start }: DialogRequest, settings: DialogSettings, today: string): WizardValues {
  const empty = newValues(today, settings.preferences.timezone);
  if (!start) return empty;
  const { date, time } = empty;
  return { ...empty, ...startValues('add', start, { date, time }, settings) };
}
