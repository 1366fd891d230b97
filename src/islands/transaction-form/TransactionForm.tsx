import { useContext, useEffect, useState } from 'react';
import { NO_NEW_CATEGORY, type TransactionValues } from '../../browser/core/forms/form-values.ts';
import { DATE_PRESETS } from '../../domain/transactions/date-presets.ts';
import { LINES } from '../../domain/transactions/fields.ts';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import type { CheckedTransaction } from '../../stores/save-transaction.ts';
import { CategoryField } from '../category-picker/CategoryField.tsx';
import { HiddenFields } from '../form/controls.tsx';
import { FormParts, lazyPart } from '../form/parts.tsx';
import { type IslandForm, useFormMeans, useFormValues, useIslandForm } from '../form/use-island-form.ts';
import { TranslateContext, useTranslate } from '../hooks.ts';
import type { HintProperties } from './DuplicateHint.tsx';
import { FormButtons } from './FormButtons.tsx';
import { FormTabs } from './FormTabs.tsx';
import {
  AmountField,
  DateField,
  DatePresets,
  DescriptionField,
  LineField,
  NotesField,
  PayeeField,
  TimeField,
  TimezoneField,
  TypeField,
} from './fields.tsx';
import type { DialogExtras, TransactionFormProperties } from './form-properties.ts';
import { SummaryPanel } from './SummaryPanel.tsx';

type Properties = TransactionFormProperties &
  DialogExtras<CheckedTransaction> & {
    typedBefore?: () => Partial<TransactionValues> & { entered?: string };
  };

/** The dates of most transactions; the other presets are among the further fields. */
const NEAR_DATES = DATE_PRESETS.slice(0, 2);
const FAR_DATES = DATE_PRESETS.slice(2);

export function TransactionForm(properties: Properties) {
  const { mode, values, today, writing, idPrefix = '', conflict, onSave } = properties;
  const { TransactionConflict } = useContext(FormParts);
  const { t, categories, addCategory } = useFormMeans(properties);
  const inDialog = Boolean(onSave);
  const [schema] = useState(() =>
    transactionFormSchema(today, writing, mode === 'edit' ? values : undefined),
  );
  const form = useIslandForm({
    values: { ...NO_NEW_CATEGORY, ...values },
    schemaOf: () => schema,
    idPrefix,
    inDialog,
    errors: properties.errors,
    save: onSave,
    onDirty: properties.onDirty,
    typedBefore: properties.typedBefore,
    t,
  });
  const shared = { form, writing, categories };
  const saved = conflict && conflict !== 'gone' && conflict.saved;
  return (
    <TranslateContext value={t}>
      {conflict && (
        <TransactionConflict
          {...shared}
          conflict={conflict}
          takeHref={properties.action}
          onTake={properties.onTake}
        />
      )}
      <div className="form-beside">
        <form
          className="form"
          ref={form.element}
          method="post"
          action={properties.action}
          noValidate
          data-warn-unsaved={inDialog ? undefined : true}
          data-keeps={properties.keeps}
          onSubmit={form.submit}
        >
          <HiddenFields {...properties} button={properties.isReadOver ? IN_SIGHT : undefined}>
            {t('transactions:form.save')}
          </HiddenFields>
          {saved && <input type="hidden" name="saved" value={saved} />}
          <AmountField form={form} writing={writing} startsHere={properties.startsHere} />
          <DescriptionField form={form} />
          <TypeField form={form} />
          <div className="form-grid">
            <CategoryField form={form} categories={categories} onMade={addCategory} inDialog={inDialog} />
            <DateField form={form} today={today} writing={writing} presets={NEAR_DATES} />
          </div>
          <MoreFields {...properties} form={form} />
          <FormButtons
            form={form}
            mode={mode}
            conflict={conflict}
            cancelHref={properties.cancelHref}
            onCancel={properties.onCancel}
          >
            {properties.scope}
            {mode === 'create' && <Hint form={form} today={today} writing={writing} />}
          </FormButtons>
        </form>
        <SummaryPanel {...shared} />
      </div>
    </TranslateContext>
  );
}

const IN_SIGHT = { className: 'button button-primary', tabIndex: 0, 'aria-hidden': undefined };

// Loaded once there is a description, so that the form itself is ready sooner. Without scripts the page after saving
// shows the duplicates.
const DuplicateHint = lazyPart<HintProperties>(
  async () => (await import('./DuplicateHint.tsx')).DuplicateHint,
);

function Hint(properties: HintProperties) {
  const { description } = useFormValues(properties.form);
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (description) setBegun(true);
  }, [description]);
  return <div aria-live="polite">{begun && <DuplicateHint {...properties} />}</div>;
}

const MORE_FIELDS = [...LINES, 'time', 'timezone', 'notes'] as const;
/** The text fields without a control of their own. */
const OTHER_LINES = LINES.filter((name) => name !== 'merchant_name');

/**
 * The fields that most transactions do not need: open if one is filled in or has an error. The current time does not
 * count as filled in.
 */
function MoreFields({ form, today, writing, mode, ...rest }: Properties & { form: IslandForm }) {
  const t = useTranslate();
  const { start } = form;
  const isFilled =
    LINES.some((name) => start[name]) || Boolean(start.notes) || start.timezone !== rest.timezone;
  const hasError = MORE_FIELDS.some(form.errorOf);
  // Only decided at first, so that it does not fold while the person corrects an error.
  const [startsOpen] = useState(rest.opensMore || isFilled || hasError);
  return (
    <details className="disclosure" data-more open={startsOpen || undefined}>
      <summary>{t('transactions:form.more')}</summary>
      <div className="form">
        <PayeeField form={form} payees={rest.payees} />
        {OTHER_LINES.map((name) => (
          <LineField form={form} name={name} key={name} />
        ))}
        <DatePresets form={form} today={today} writing={writing} presets={FAR_DATES} />
        <TimeField form={form} />
        <TimezoneField form={form} />
        <NotesField form={form} />
        <FormTabs
          current={rest.recurs ? 'recurring' : 'once'}
          locked={mode === 'edit'}
          onSwitch={rest.onSwitch}
        />
      </div>
    </details>
  );
}
