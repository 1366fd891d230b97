import { type ReactNode, useState } from 'react';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { NO_NEW_CATEGORY } from '../category-picker/new-category.ts';
import { AmountField } from './AmountField.tsx';
import { CategoryField } from './CategoryField.tsx';
import type { CheckedTransaction } from './checked-transaction.ts';
import { DateField } from './DateField.tsx';
import { DescriptionField } from './DescriptionField.tsx';
import { DuplicateHint } from './DuplicateHint.tsx';
import { FormButtons } from './FormButtons.tsx';
import { FormTabs, type Kind } from './FormTabs.tsx';
import type { TransactionFormProperties } from './form-properties.ts';
import { MeanwhileNotice } from './MeanwhileNotice.tsx';
import { NotesField } from './NotesField.tsx';
import { SummaryPanel } from './SummaryPanel.tsx';
import { SayContext, speaker } from './say.ts';
import { TimeField } from './TimeField.tsx';
import { TimezoneField } from './TimezoneField.tsx';
import { TypeField } from './TypeField.tsx';
import { type Save, useTransactionForm } from './use-transaction-form.ts';

interface DialogExtras {
  /** How much of its series is meant, where the transaction belongs to one. */
  scope?: ReactNode;
  /** Put before the id of each field, where two forms may be on one page. */
  idPrefix?: string;
  /** Saves without leaving the page; without it the browser posts the form. */
  onSave?: Save<CheckedTransaction>;
  onCancel?: () => void;
  onSwitch?: (kind: Kind) => void;
  /** Takes the version that somebody else saved meanwhile. */
  onTake?: () => void;
}

/** The one form of a transaction: plain HTML from the server, improved where the island is loaded. */
export function TransactionForm(properties: TransactionFormProperties & DialogExtras) {
  const { mode, values, texts, language, today, writing, idPrefix = '', meanwhile } = properties;
  const { newCategoryName, newCategoryColor, newCategoryIcon, ...errors } = properties.errors;
  const [made, setMade] = useState<CategoryChoice[]>([]);
  const categories = [...properties.categories, ...made];
  const [say] = useState(() => speaker(texts, language));
  const [schema] = useState(() => transactionFormSchema(today, writing.decimal_separator));
  const form = useTransactionForm({
    schemaOf: () => schema,
    idPrefix,
    errors,
    save: properties.onSave,
    say,
  });
  const shared = { form, values, writing, categories };
  return (
    <SayContext value={say}>
      <FormTabs
        current={properties.recurs ? 'recurring' : 'once'}
        locked={mode === 'edit'}
        onSwitch={properties.onSwitch}
      />
      <MeanwhileNotice
        {...shared}
        meanwhile={meanwhile}
        takeHref={properties.action}
        onTake={properties.onTake}
      />
      <div className="form-beside">
        <form
          className="form"
          ref={form.element}
          method="post"
          action={properties.action}
          noValidate
          data-warn-unsaved={properties.onSave ? undefined : true}
          onSubmit={form.submit}
        >
          <HiddenFields {...properties} save={say('transactions:form.save')} />
          <TypeField form={form} value={values.type} />
          <AmountField form={form} value={values.amount} writing={writing} />
          <DescriptionField form={form} value={values.description} />
          <CategoryField
            form={form}
            value={values.categoryId}
            type={values.type}
            categories={categories}
            onMade={(category) => setMade((before) => [...before, category])}
            newCategory={{ ...NO_NEW_CATEGORY, ...values }}
            newCategoryErrors={{ newCategoryName, newCategoryColor, newCategoryIcon }}
            idPrefix={idPrefix}
            inDialog={Boolean(properties.onSave)}
          />
          <div className="form-grid">
            <DateField form={form} value={values.date} today={today} writing={writing} />
            <TimeField form={form} value={values.time} />
          </div>
          <TimezoneField form={form} value={values.timezone} />
          <NotesField form={form} value={values.notes} language={language} />
          <DuplicateHint {...shared} mode={mode} today={today} />
          {properties.scope}
          <FormButtons
            form={form}
            mode={mode}
            meanwhile={meanwhile}
            cancelHref={properties.cancelHref}
            onCancel={properties.onCancel}
          />
        </form>
        <SummaryPanel {...shared} />
      </div>
    </SayContext>
  );
}

type HiddenProperties = Pick<TransactionFormProperties, 'csrf' | 'formKey' | 'basedOn'> & { save: string };

function HiddenFields({ csrf, formKey, basedOn, save }: HiddenProperties) {
  return (
    <>
      {/* Enter presses a form's first button: without this one it would be a preset. */}
      <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
        {save}
      </button>
      <input type="hidden" name="_csrf" value={csrf} />
      {formKey && <input type="hidden" name="_key" value={formKey} />}
      {basedOn && <input type="hidden" name="basedOn" value={basedOn} />}
    </>
  );
}
