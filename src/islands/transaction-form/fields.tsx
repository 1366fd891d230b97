import { type ReactNode, useEffect, useState } from 'react';
import type { WritingStyle } from '../../browser/core/forms/form-values.ts';
import { pastedAmountText, readingsOf, tidyAmountText } from '../../domain/amount-text.ts';
import { plusDays } from '../../domain/calendar.ts';
import { countLetters } from '../../domain/letters.ts';
import { DATE_PRESETS, type DatePreset, presetDate } from '../../domain/transactions/date-presets.ts';
import { FIELDS, type LINES } from '../../domain/transactions/fields.ts';
import { DAYS_AHEAD, DAYS_BACK, NOTES_MAX } from '../../domain/transactions/schema.ts';
import { CURRENCIES } from '../../i18n/currencies.ts';
import { localeOfText } from '../../i18n/locales.ts';
import { timezonesWith } from '../../i18n/timezones.ts';
import { loadPayees } from '../../stores/save-transaction.ts';
import { Field, Presets, SegmentsField } from '../form/controls.tsx';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../hooks.ts';

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

/** The amount in the person's currency and decimal mark, without a sign: the type decides. */
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

export function PayeeField({
  form,
  payees: initialPayees,
}: FieldProperties & { payees: string[] | undefined }) {
  const t = useTranslate();
  const [payees, setPayees] = useState(initialPayees);
  const list = `${form.idOf('merchant_name')}-list`;
  const load = () => {
    // If this fails, the name is typed without completions.
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
  // react-hook-form treats the default as unchanged, so it gets the ref only after the text was read.
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
      {/* The line is reserved where scripts run, so that nothing moves when the count appears. */}
      <div className="count-line">{form.isReady && <CharacterCount text={notes} most={NOTES_MAX} />}</div>
    </Field>
  );
}

function typedBefore(id: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const field = document.getElementById(id);
  return field instanceof HTMLTextAreaElement ? field.value : undefined;
}

/** The share of the limit from which the count warns and is read aloud. */
const WARN_AT = 0.9;
const PAUSE = 1000;

/** The remaining number of characters: shown at once, read aloud after a pause in typing. */
export function CharacterCount({ text, most }: { text: string; most: number }) {
  const t = useTranslate();
  const [spoken, setSpoken] = useState('');
  const length = countLetters(text.trim());
  const remaining = most - length;
  const words = t(`transactions:form.${remaining < 0 ? 'charactersOver' : 'charactersLeft'}`, {
    count: Math.abs(remaining),
  });
  const near = length >= most * WARN_AT;

  useEffect(() => {
    const timer = setTimeout(() => setSpoken(near ? words : ''), PAUSE);
    return () => clearTimeout(timer);
  }, [near, words]);

  return (
    <>
      <p className={near ? 'character-count character-count-near' : 'character-count'} aria-hidden="true">
        {words}
      </p>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
    </>
  );
}

interface DateProperties {
  form: IslandForm;
  today: string;
  writing: WritingStyle;
  label?: ReactNode;
  presets?: readonly DatePreset[];
  /** Whether any future date is allowed, and dates as far back as the current value. */
  isOpen?: boolean;
}

export function DateField({ form, today, writing, label, isOpen, presets }: DateProperties) {
  const t = useTranslate();
  return (
    <Field
      form={form}
      name="date"
      label={<DateLabel>{label ?? t('transactions:form.date')}</DateLabel>}
      required
    >
      <input
        {...form.bind('date')}
        className="input"
        type="date"
        min={isOpen ? undefined : plusDays(today, -DAYS_BACK)}
        max={isOpen ? undefined : plusDays(today, DAYS_AHEAD)}
        required
      />
      <DatePresets form={form} today={today} writing={writing} presets={presets} />
    </Field>
  );
}

export function DatePresets({
  form,
  today,
  writing,
  presets = DATE_PRESETS,
}: Pick<DateProperties, 'form' | 'today' | 'writing' | 'presets'>) {
  const t = useTranslate();
  const dates = presets.map((name) => ({
    name,
    value: presetDate(name, today, writing.week_start),
    label: t(`transactions:preset.${name}`),
  }));
  return <Presets form={form} field="date" label={t('transactions:form.datePresets')} presets={dates} />;
}

/** With the format for browsers without a date picker, which ignore stylesheets too. */
export function DateLabel({ children }: { children: ReactNode }) {
  const t = useTranslate();
  return (
    <>
      {children} <span className="hidden">{t('transactions:form.dateFormat')}</span>
    </>
  );
}

const TIMES = ['09:00', '12:00', '15:00', '18:00', '21:00'].map((time) => ({
  value: time,
  name: time,
  label: time,
}));

export function TimeField({ form }: { form: IslandForm }) {
  const t = useTranslate();
  return (
    <Field form={form} name="time" label={t('transactions:form.time')}>
      <input {...form.bind('time')} className="input" type="time" />
      <Presets form={form} field="time" label={t('transactions:form.timePresets')} presets={TIMES} />
    </Field>
  );
}

/** The time zone of date and time: collapsed, because it is nearly always the person's own. */
export function TimezoneField({ form }: { form: IslandForm }) {
  const t = useTranslate();
  const control = form.bind('timezone');
  const own = form.start.timezone;
  const [zones] = useState(() => zonesInPage(control.id) ?? timezonesWith(own));
  return (
    <details className="disclosure" open={form.errorOf('timezone') ? true : undefined}>
      <summary>
        {t('transactions:form.timezone')}: <bdi>{readable(own)}</bdi>
      </summary>
      <Field form={form} name="timezone" label={t('transactions:form.timezone')}>
        <select {...control} className="input">
          {zones.map((zone) => (
            <option value={zone} key={zone}>
              {readable(zone)}
            </option>
          ))}
        </select>
      </Field>
    </details>
  );
}

const readable = (zone: string) => zone.replaceAll('_', ' ');

// The time zones of server and browser may differ, so the list in the page stays.
function zonesInPage(id: string): string[] | undefined {
  if (typeof document === 'undefined') return undefined;
  const select = document.getElementById(id);
  return select instanceof HTMLSelectElement ? [...select.options].map((option) => option.value) : undefined;
}
