import type { ReactNode } from 'react';
import { type AmountStyle, pastedAmountText, readingsOf, tidyAmountText } from '../../domain/amount-text.ts';
import { readOther } from '../../domain/foreign-amount.ts';
import { currencyIn, offeredAccounts, usualAccount } from '../../domain/money-accounts/choices/offered.ts';
import { DATE_PRESETS, type DatePreset, presetDate } from '../../domain/transactions/date-presets.ts';
import { CURRENCIES } from '../../i18n/currencies.ts';
import { localeOfText } from '../../i18n/locales.ts';
import { Field, InputField, MomentInput, Presets, SegmentsField, SelectField } from '../form/controls.tsx';
import { storedIn } from '../form/form-properties.ts';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { useTranslate } from '../hooks.ts';

const TYPES = ['expense', 'income'] as const;

export function TypeField() {
  const { t, writing, mode, getValues, choose } = useFormContext();
  const options = TYPES.map((type) => ({
    value: type,
    label: t(`transactions:form.${type}`),
    className: `segment-${type}`,
  }));
  // Who has chosen an account keeps it.
  const takeUsual = (type: string) => {
    const other = type === 'income' ? 'expense' : 'income';
    if (mode !== 'create' || getValues().accountId !== usualAccount(writing, other)) return;
    choose('accountId', usualAccount(writing, type) ?? '');
  };
  return (
    <SegmentsField name="type" legend={t('transactions:form.type')} options={options} onChosen={takeUsual} />
  );
}

/** The amount in the currency of the account and the person's decimal mark, without a sign: the type decides. */
export function AmountField({ startsHere }: { startsHere?: boolean | undefined }) {
  const { t, writing, ...form } = useFormContext();
  const { amount } = useFormValues();
  const style = useAmountStyle();
  const { currency } = style;
  const other = writing.accounts && readOther(amount, style);
  const written = { ...style, ...other };
  const named = { currency: CURRENCIES[written.currency], ...readingsOf(amount, written) };
  return (
    <Field name="amount" label={t('transactions:form.amount')} named={named}>
      <div className="input-group">
        <span className="affix" id={`${form.idOf('amount')}-hint`}>
          {CURRENCIES[currency]}
        </span>
        <input
          {...form.bind('amount', {
            hint: true,
            tidy: (text) => tidyAmountText(text, style),
            pasted: (text) => pastedAmountText(text, style),
          })}
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

/** An amount that nobody has touched stays in the currency that it is in, whatever account is chosen. */
export function useAmountStyle(): AmountStyle {
  const { writing, ...form } = useFormContext();
  const { amount, accountId } = useFormValues();
  const stored = storedIn(form);
  const isUntouched = amount === stored?.amount;
  return { ...writing, currency: currencyIn(writing, isUntouched ? stored?.accountId : accountId) };
}

/** For those who have several accounts. */
export function AccountField() {
  const { t, writing, start } = useFormContext();
  if (!writing.accounts) return null;
  const options = offeredAccounts(writing, start.accountId).map(({ id, name }) => [id, name] as const);
  return <SelectField name="accountId" label={t('transactions:form.account')} options={options} />;
}

/** @param optional what it says where a category can take its place */
export function DescriptionField({ optional }: { optional?: string }) {
  const t = useTranslate();
  const { description } = useFormValues();
  return (
    <InputField
      name="description"
      label={t('transactions:form.description')}
      optional={optional}
      dir="auto"
      lang={description ? localeOfText(description) : undefined}
      enterKeyHint="next"
      required={!optional}
    />
  );
}

interface DateProperties {
  label?: ReactNode;
  presets: readonly DatePreset[];
}

export function DateField({ label, presets }: DateProperties) {
  const t = useTranslate();
  return (
    <MomentInput name="date" label={label ?? t('transactions:form.date')} required>
      <DatePresets presets={presets} />
    </MomentInput>
  );
}

export function DatePresets({ presets, legend }: Pick<DateProperties, 'presets'> & { legend?: string }) {
  const { t, today, writing } = useFormContext();
  if (presets.length === 0) return null;
  const dates = presets.map((name) => ({
    name,
    value: presetDate(name, today, writing.week_start),
    label: t(`transactions:preset.${name}`),
  }));
  const label = legend ?? t('transactions:form.datePresets');
  return <Presets field="date" label={label} isLabelShown={Boolean(legend)} presets={dates} />;
}

/** The days of most transactions; the first days of weeks and months are among the further fields. */
export const NEAR_DATES = DATE_PRESETS.slice(0, 3);
export const FAR_DATES = DATE_PRESETS.slice(3);

const TIMES = ['09:00', '12:00', '15:00', '18:00', '21:00'];

export function TimeField({ hasPresets = true }: { hasPresets?: boolean }) {
  const { t, format } = useFormContext();
  const times = TIMES.map((time) => ({ value: time, name: time, label: format.time(time) }));
  return (
    <MomentInput name="time" label={t('transactions:form.time')}>
      {hasPresets && <Presets field="time" label={t('transactions:form.timePresets')} presets={times} />}
    </MomentInput>
  );
}
