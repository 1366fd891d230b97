import { loadTexts } from 'virtual:dialog-texts/wizard';
import { useState } from 'react';
import type { TemplateData } from '../../api/shapes/recurring.ts';
import type { DialogSettings, DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { bodyOf } from '../../browser/core/request/body-of.ts';
import { creation } from '../../browser/core/request/creation.ts';
import { failureText } from '../../browser/core/request/failures.ts';
import { translatorOf } from '../../browser/core/texts/translate.ts';
import { localNow } from '../../domain/calendar.ts';
import type { WizardInput } from '../../domain/recurring/templates/wizard.schema.ts';
import {
  valuesLike,
  type WizardValues,
  wizardValues,
} from '../../domain/recurring/templates/wizard-values.ts';
import { startValues } from '../../domain/transactions/start-values.ts';
import { formatter } from '../../i18n/format.ts';
import { type CategoryChoice, loadCategories } from '../../stores/categories.ts';
import { added, removeTransaction, sendAct } from '../../stores/save-transaction.ts';
import {
  type DialogRequest,
  pageOf,
  type SavedOutcome,
  switchTransactionDialog,
} from '../../stores/transaction-dialog.ts';
import { readTransaction } from '../../stores/transactions.ts';
import { formInDialog, type PanelProperties } from '../dialog/Modal.tsx';
import { FailurePanel, LoadingPanel } from '../dialog/StatePanels.tsx';
import { useDraft, useSaving } from '../form/use-saving.ts';
import { useLoaded } from '../hooks.ts';
import { RecurringWizard } from './RecurringWizard.tsx';
import {
  changeTemplate,
  createTemplate,
  readTemplate,
  removeTemplate,
  templateErrors,
} from './template-api.ts';
import type { LikeTransaction } from './use-wizard.ts';

export function WizardPanel(properties: PanelProperties) {
  const { request, texts } = properties;
  const { loaded, retry } = useLoaded(() => loadWizard(request));
  const [adopted, setAdopted] = useState<TemplateData>();
  if (loaded.state === 'loading') return <LoadingPanel />;
  if (loaded.state === 'failed')
    return <FailurePanel message={failureText(loaded.error)} page={pageOf(request)} onRetry={retry} />;
  const { data } = loaded;
  const template = adopted ?? data.template;
  return (
    <LoadedWizard
      {...properties}
      template={template}
      like={data.like ?? request.start}
      categories={data.categories}
      texts={{ ...texts, ...data.texts }}
      onTake={setAdopted}
      key={template?.updated_at}
    />
  );
}

async function loadWizard(request: DialogRequest) {
  const [subject, texts] = await Promise.all([loadSubject(request), loadTexts(), loadCategories()]);
  return { ...subject, categories: await loadCategories(subject.template ?? subject.like), texts };
}

async function loadSubject({ id, templateId, transaction }: DialogRequest): Promise<Subject> {
  if (templateId !== undefined) return { template: await readTemplate({ id: templateId }) };
  const like = transaction ?? (id === undefined ? undefined : await readTransaction({ id }));
  return like?.template_id ? { template: await readTemplate({ id: like.template_id }) } : { like };
}

interface Subject {
  template?: TemplateData;
  like?: DialogTransaction | undefined;
}

type LoadedProperties = PanelProperties & {
  template: TemplateData | undefined;
  like: DialogRequest['start'];
  categories: CategoryChoice[];
  onTake: (theirs: TemplateData) => void;
};

function LoadedWizard(properties: LoadedProperties) {
  const { request, settings, template, like, leaving, onSaved, onTake } = properties;
  const [t] = useState(() => translatorOf(properties.texts, settings.language));
  const [today] = useState(() => localNow(new Date(), settings.preferences.timezone).date);
  const [recurring] = useState(creation);
  const [single] = useState(() => creation(recurring.key()));
  useDraft(pageOf(request), (key) => {
    for (const each of [single, recurring]) each.startAnew(key);
  });
  const { conflict, latest, save } = useSaving<WizardInput, TemplateData, WizardValues>({
    edited: template,
    valuesOf: (saved) => wizardValues(saved, today, settings),
    read: readTemplate,
    errorsOf: (error, isChange) =>
      templateErrors(error, `recurring:notifications.recurring${isChange ? 'Update' : 'Create'}Failed`),
    async save(input, target) {
      if (!input.isRecurring) {
        await recurring.withdraw(removeTemplate);
        const { transaction } = await sendAct({ kind: 'add', body: bodyOf(input) }, single);
        onSaved(added(transaction, settings, t));
        return {};
      }
      await single.withdraw(removeTransaction);
      if (target) {
        const { template: saved, undo_id: undoId, changed_from: from } = await changeTemplate(target, input);
        const { date } = formatter(settings.currency, settings.preferences);
        const text = from
          ? t('recurring:wizard.updatedFrom', { name: saved.name, date: date(from) })
          : t('recurring:wizard.updated', { name: saved.name });
        onSaved({ kind: 'notice', text, undoId });
        return {};
      }
      const saved = await createTemplate(input, recurring.create);
      const text = t('recurring:wizard.created', { name: saved.name });
      onSaved({ kind: 'notice', text, ...withUndo(saved) });
      return {};
    },
  });
  return (
    <div className="dialog-body dialog-form">
      <RecurringWizard
        {...formInDialog(properties)}
        formKey={recurring.key()}
        mode={template && conflict !== 'gone' ? 'edit' : 'create'}
        id={template?.id}
        basedOn={(latest ?? template)?.updated_at}
        isPaused={template?.is_active === false}
        like={template ? undefined : likeOf(like)}
        step="setup"
        values={template ? wizardValues(template, today, settings) : startOf(like, settings, today)}
        conflict={conflict}
        categories={properties.categories}
        today={today}
        onSave={save}
        onSwitch={() => leaving.leave(() => switchTransactionDialog('add'))}
        onTake={() => latest && onTake(latest)}
      />
    </div>
  );
}

// Rows are sorted by status and date, so the new one may be anywhere.
function withUndo({ id, updated_at }: TemplateData): Pick<SavedOutcome, 'added' | 'row'> {
  return { added: { id, basedOn: updated_at, of: 'recurring' }, row: `/recurring/${id}` };
}

function likeOf(like: DialogRequest['start']): LikeTransaction | undefined {
  if (like?.id === undefined) return undefined;
  const { description = '', date = '', merchant_name: payee = null } = like;
  return { description, date, payee };
}

function startOf(like: DialogRequest['start'], settings: DialogSettings, today: string): WizardValues {
  const empty = wizardValues(undefined, today, settings);
  if (!like) return empty;
  const values = { ...empty, ...startValues('add', like, empty, settings) };
  return like.id === undefined ? values : valuesLike(values, empty);
}
