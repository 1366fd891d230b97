import { useState } from 'react';
import { AmountField } from './AmountField.tsx';
import { CategoryField } from './CategoryField.tsx';
import { DateField } from './DateField.tsx';
import { DescriptionField } from './DescriptionField.tsx';
import { FormButtons } from './FormButtons.tsx';
import type { TransactionFormProperties } from './form-properties.ts';
import { NotesField } from './NotesField.tsx';
import { SayContext, speaker } from './say.ts';
import { TimeField } from './TimeField.tsx';
import { TypeField } from './TypeField.tsx';
import { type Save, useTransactionForm } from './use-transaction-form.ts';

interface DialogExtras {
  /** Put before the id of each field, where two forms may be on one page. */
  idPrefix?: string;
  /** Saves without leaving the page; without it the browser posts the form. */
  onSave?: Save;
  onCancel?: () => void;
}

/** The one form of a transaction: plain HTML from the server, improved where the island is loaded. */
export function TransactionForm(properties: TransactionFormProperties & DialogExtras) {
  const {
    action,
    csrf,
    mode,
    values,
    texts,
    language,
    today,
    timezone,
    categories,
    idPrefix = '',
  } = properties;
  const [say] = useState(() => speaker(texts, language));
  const form = useTransactionForm({ today, idPrefix, errors: properties.errors, save: properties.onSave });
  return (
    <SayContext value={say}>
      <form
        className="form"
        ref={form.element}
        method="post"
        action={action}
        noValidate
        data-warn-unsaved={properties.onSave ? undefined : true}
        onSubmit={form.submit}
      >
        {/* Enter presses a form's first button: without this one it would be a preset. */}
        <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
          {say('transactions:form.save')}
        </button>
        <input type="hidden" name="_csrf" value={csrf} />
        {properties.formKey && <input type="hidden" name="_key" value={properties.formKey} />}
        <input type="hidden" name="timezone" value={timezone} />
        <TypeField form={form} value={values.type} />
        <AmountField form={form} value={values.amount} symbol={properties.currencySymbol} />
        <DescriptionField form={form} value={values.description} />
        <CategoryField form={form} value={values.categoryId} type={values.type} categories={categories} />
        <div className="form-grid">
          <DateField form={form} value={values.date} today={today} />
          <TimeField form={form} value={values.time} />
        </div>
        <NotesField form={form} value={values.notes} language={language} />
        <FormButtons
          form={form}
          mode={mode}
          cancelHref={properties.cancelHref}
          onCancel={properties.onCancel}
        />
      </form>
    </SayContext>
  );
}
