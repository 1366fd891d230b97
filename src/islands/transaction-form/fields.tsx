import { useState } from 'react';
import type { WritingStyle } from '../../browser/core/forms/form-values.ts';
import { pastedAmountText, readingsOf, tidyAmountText } from '../../domain/amount-text.ts';
import { FIELDS, type LINES } from '../../domain/transactions/fields.ts';
import { NOTES_MAX } from '../../domain/transactions/schema.ts';
import { CURRENCIES } from '../../i18n/currencies.ts';
import { localeOfText } from '../../i18n/locales.ts';
import { loadPayees } from '../../stores/payees.ts';
import { CharacterCount } from '../form/CharacterCount.tsx';
import { Field } from '../form/Field.tsx';
import { SegmentsField } from '../form/SegmentsField.tsx';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';

interface FieldProperties {
  form: IslandForm;
}

const TYPES = ['expense', 'income'] as const;

export function TypeField({ form }: FieldProperties) {
  const t = useTranslate();
  const options = TYPES.map((type) => ({
    value: type,
    label: t(`transactions:form.${type}`),
    className: `segment-${type}`,
  }));
  return <SegmentsField form={form} name="type" legend={t('transactions:form.type')} options={options} />;
}

/** The amount in the person's currency and with their decimal mark; the type decides whether it is an income or an expense. */
export function AmountField({
  form,
  writing,
  startsHere,
}: FieldProperties & { writing: WritingStyle; startsHere?: boolean | undefined }) {
  const t = useTranslate();
  const tidy = (text: string) => tidyAmountText(text, writing);
  const pasted = (text: string) => pastedAmountText(text, writing);
  const readings = readingsOf(useFormValues(form).amount, writing);
  return (
    <Field form={form} name="amount" label={t('transactions:form.amount')} named={readings} required>
      <div className="input-group">
        <span className="affix" id={`${form.idOf('amount')}-hint`}>
          {CURRENCIES[writing.currency]}
        </span>
        <input
          {...form.bind('amount', { hint: true, tidy, pasted })}
          className="input input-amount"
          type="text"
          inputMode="decimal"
          enterKeyHint="next"
          autoComplete="off"
          dir="ltr"
          // biome-ignore lint/a11y/noAutofocus: only where the page is nothing but this form, and its heading names it.
          autoFocus={startsHere}
          required
        />
      </div>
    </Field>
  );
}

export function DescriptionField({ form }: FieldProperties) {
  const t = useTranslate();
  const { description } = useFormValues(form);
  return (
    <Field form={form} name="description" label={t('transactions:form.description')} required>
      <input
        {...form.bind('description')}
        className="input"
        type="text"
        dir="auto"
        lang={description ? localeOfText(description) : undefined}
        enterKeyHint="next"
        required
      />
    </Field>
  );
}

export function LineField({ form, name }: FieldProperties & { name: (typeof LINES)[number] }) {
  const t = useTranslate();
  return (
    <Field form={form} name={name} label={t(FIELDS[name].label)}>
      <input
        {...form.bind(name)}
        className="input"
        type="text"
        dir="auto"
        enterKeyHint="next"
        autoComplete="off"
      />
    </Field>
  );
}

/** The payee, completed from the person's earlier ones. */
export function PayeeField({ form, payees: given }: FieldProperties & { payees: string[] | undefined }) {
  const t = useTranslate();
  const [payees, setPayees] = useState(given);
  const list = `${form.idOf('merchant_name')}-list`;
  const load = () => {
    // Without completions the name is typed as before.
    if (!payees) void loadPayees().then(setPayees, () => undefined);
  };
  return (
    <Field form={form} name="merchant_name" label={t('transactions:form.payee')}>
      <input
        {...form.bind('merchant_name')}
        className="input"
        type="text"
        dir="auto"
        list={list}
        enterKeyHint="next"
        autoComplete="off"
        onFocus={load}
      />
      <datalist id={list}>
        {payees?.map((name) => (
          <option value={name} key={name} />
        ))}
      </datalist>
    </Field>
  );
}

export function NotesField({ form }: FieldProperties) {
  const t = useTranslate();
  const { defaultValue, ref, ...control } = form.bind('notes', { hint: true });
  // React would write a text area's default over text typed before hydration, so the default is the current text.
  // react-hook-form treats a field with its default value as unchanged, so it gets this one once the text was read.
  const [start] = useState(() => typedBefore(control.id) ?? defaultValue);
  const { notes } = useFormValues(form);
  const hint = t('transactions:form.notesHint', { most: NOTES_MAX });
  return (
    <Field form={form} name="notes" label={t('transactions:form.notes')} hint={hint}>
      <textarea
        {...control}
        ref={form.isReady ? ref : undefined}
        className="input"
        dir="auto"
        rows={3}
        defaultValue={start}
      />
      {/* Its line is reserved where scripts run, so that nothing moves when the count appears. */}
      <div className="count-line">{form.isReady && <CharacterCount text={notes} most={NOTES_MAX} />}</div>
    </Field>
  );
}

function typedBefore(id: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const field = document.getElementById(id);
  return field instanceof HTMLTextAreaElement ? field.value : undefined;
}
