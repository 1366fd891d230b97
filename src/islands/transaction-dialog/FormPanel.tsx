import { useRef, useState } from 'react';
import type { Shell } from '../../browser/core/dialog/first-fields.ts';
import { GO_ON } from '../../browser/core/forms/form-values.ts';
import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import type { CheckedTransaction } from '../../browser/core/request/body-of.ts';
import { creation } from '../../browser/core/request/creation.ts';
import { newKey } from '../../browser/core/request/idempotency.ts';
import { localNow } from '../../domain/calendar.ts';
import { isOpening } from '../../domain/ledger/reserved-categories.ts';
import { startValues, type TransactionValues } from '../../domain/transactions/start-values.ts';
import { type CategoryChoice, loadCategories } from '../../stores/categories.ts';
import {
  type DialogRequest,
  pageOf,
  type SavedOutcome,
  staysOpen,
  switchTransactionDialog,
} from '../../stores/transaction-dialog.ts';
import { readTransaction } from '../../stores/transactions.ts';
import { formInDialog, type PanelProperties } from '../dialog/Modal.tsx';
import { laterPart } from '../form/parts.tsx';
import { useDraft, useSaving } from '../form/use-saving.ts';
import { useTranslate } from '../hooks.ts';
import type { Choice } from '../occurrence/FetchedOccurrence.tsx';
import { OccurrencePart, PaymentsPart } from '../occurrence/OccurrencePart.tsx';
import { TransactionForm } from '../transaction-form/TransactionForm.tsx';

interface FormPanelProperties extends PanelProperties {
  transaction: DialogTransaction | undefined;
  categories: CategoryChoice[];
  /** Called when something was added or undone and the dialog stays open. */
  onGoOn: (outcome: Omit<SavedOutcome, 'kind'>) => void;
}

/** The previous addition. The next transaction mostly has the same type and date. */
interface PreviousForm {
  transaction: Pick<DialogTransaction, 'id' | 'type' | 'date'>;
  /** Missing if it waits on this device: its undo is in the page. */
  outcome?: SavedOutcome;
}

export function FormPanel(properties: FormPanelProperties) {
  const { request, transaction, settings, leaving, onSaved, onGoOn } = properties;
  const t = useTranslate();
  const edited = request.mode === 'edit' ? transaction : undefined;
  const { preferences } = settings;
  const [now] = useState(() => localNow(new Date(), preferences.timezone));
  const [created] = useState(creation);
  const choice = useRef<Choice>({ scope: 'single' });
  const goesOn = useRef(false);
  const [before, setBefore] = useState<PreviousForm>();
  const [notice, setNotice] = useState('');
  const [categories, setCategories] = useState(properties.categories);
  const forgetDraft = useDraft(pageOf(request), created.startAnew);
  const goOn = (previous: PreviousForm, text = '') => {
    forgetDraft();
    setBefore(previous);
    setNotice(text);
  };
  const undone = (text: string) => {
    setNotice(text);
    onGoOn({ text });
    document.getElementById('dialog-amount')?.focus();
  };
  const { conflict, latest, save } = useSaving<CheckedTransaction, DialogTransaction, TransactionValues>({
    edited,
    valuesOf: (saved) => startValues('edit', saved, now, settings),
    theirs: request.theirs,
    read: readTransaction,
    errorsOf: (error, isChange) =>
      loadSaving().then(
        ({ transactionErrors }) => transactionErrors(error, isChange),
        () => ({ form: 'transactions:form.submitFailed' }),
      ),
    async save(checked, target) {
      const { scope, messageOf } = choice.current;
      const { added, bodyOf, changeOf, ruleOf, saveOrQueue } = await loadSaving();
      const body = bodyOf(checked, { ...settings, ...preferences });
      // An entry that waits to be added has no server version.
      const act = target?.updated_at ? changeOf(target, body, scope) : { kind: 'add' as const, body };
      const creation = target ? undefined : created;
      const saved = await saveOrQueue(act, { about: target, offlineId: request.offlineId, creation });
      if ('kept' in saved) {
        const { type, date } = checked;
        if (goesOn.current) goOn({ transaction: { id: newKey(), type, date } }, saved.kept);
        else onSaved({ kind: 'kept', text: saved.kept });
        return {};
      }
      const { transaction, updated_count } = saved;
      const { id, type, date } = transaction;
      const outcome: SavedOutcome = target
        ? {
            kind: staysOpen() ? 'shown' : 'notice',
            text: (updated_count && messageOf?.(updated_count)) || t('transactions:updateSuccess'),
            undoId: saved.undo_id,
            rule: ruleOf(edited ?? {}, transaction),
          }
        : added(transaction, settings, t);
      if (!goesOn.current) onSaved(outcome);
      else {
        goOn({ transaction: { id, type, date }, outcome });
        // A category may have been created together with the transaction.
        void loadCategories().then(setCategories, () => undefined);
        onGoOn(outcome);
      }
      return {};
    },
  });

  const scopeOf = ({ id, template_id, installment }: DialogTransaction) => {
    const part = {
      settings,
      page: pageOf(request),
      onChoose(chosen: Choice) {
        choice.current = chosen;
      },
    };
    if (template_id) return <OccurrencePart {...part} kind="change" id={id} />;
    return (
      installment && request.offlineId === undefined && <PaymentsPart {...part} installment={installment} />
    );
  };

  return (
    <div className="dialog-body dialog-form">
      <div className="empty:-mb-5" role="status">
        {notice ||
          (before?.outcome && (
            <AddedBefore outcome={before.outcome} onUndone={undone} key={before.transaction.id} />
          ))}
      </div>
      <TransactionForm
        {...formInDialog(properties)}
        key={before?.transaction.id}
        formKey={created.key()}
        mode={request.mode === 'edit' || request.mode === 'duplicate' ? request.mode : 'create'}
        recurs={Boolean(edited?.template_id)}
        installment={edited?.installment}
        startsTyped={request.offlineId !== undefined || request.theirs !== undefined}
        values={
          before
            ? startValues('add', before.transaction, localNow(new Date(), preferences.timezone), settings)
            : startValues(request.mode, transaction ?? startOf(request, categories), now, settings)
        }
        typedBefore={before ? undefined : () => typedInShell(request.shell)}
        conflict={conflict}
        categories={categories}
        today={now.date}
        timezone={preferences.timezone}
        scope={conflict !== 'gone' && edited && scopeOf(edited)}
        onSave={(checked, button) => {
          goesOn.current = button?.startsWith(GO_ON) ?? false;
          return save(checked);
        }}
        onSwitch={() => leaving.leave(() => switchTransactionDialog('recurring'))}
        onTake={() => latest && switchTransactionDialog('edit', latest)}
      />
      {edited && request.offlineId === undefined && conflict !== 'gone' && (
        <EditActions
          canRecur={!edited.template_id && !isOpening(edited.category_id)}
          onChoose={(mode) => leaving.leave(() => switchTransactionDialog(mode, edited))}
        />
      )}
    </div>
  );
}

/** Loaded once something is typed, and stored before the connection can fail. */
const loadSaving = async () => ({
  ...(await import('../../stores/save-or-queue.ts')),
  ...(await import('../../stores/save-transaction.ts')),
  ...(await import('../../browser/core/request/body-of.ts')),
});

// Loaded when a second transaction is added.
const AddedBefore = laterPart(async () => (await import('./AddedBefore.tsx')).AddedBefore);

function typedInShell(shell: Shell | undefined): Partial<TransactionValues> & { entered?: string } {
  const inputs = [...(shell?.fields.querySelectorAll('input') ?? [])];
  const typed = Object.fromEntries(
    inputs.flatMap(({ name, value, readOnly }) => (value && !readOnly ? [[name, value]] : [])),
  );
  return { ...typed, entered: shell?.fields.dataset.entered };
}

// A given category decides the type.
function startOf({ start }: DialogRequest, categories: CategoryChoice[]): DialogRequest['start'] {
  const category = categories.find(({ id }) => id === start?.category_id);
  return category ? { type: category.type, ...start } : start;
}

interface ActionsProperties {
  canRecur: boolean;
  onChoose: (mode: 'duplicate' | 'recurring' | 'delete') => void;
}

function EditActions({ canRecur, onChoose }: ActionsProperties) {
  const t = useTranslate();
  const actions = ['duplicate', ...(canRecur ? ['recurring' as const] : []), 'delete'] as const;
  return (
    <div className="row mt-3">
      {actions.map((mode) => (
        <button
          className="button button-small max-sm:px-2"
          type="button"
          onClick={() => onChoose(mode)}
          key={mode}
        >
          {t(`transactions:dialog.${mode}Action`)}
        </button>
      ))}
    </div>
  );
}
