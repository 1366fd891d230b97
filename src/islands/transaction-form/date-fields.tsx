import { type ReactNode, useState } from 'react';
import type { WritingStyle } from '../../browser/core/forms/form-values.ts';
import { plusDays } from '../../domain/calendar.ts';
import { DATE_PRESETS, type DatePreset, presetDate } from '../../domain/transactions/date-presets.ts';
import { DAYS_AHEAD, DAYS_BACK } from '../../domain/transactions/schema.ts';
import { timezonesWith } from '../../i18n/timezones.ts';
import { Field } from '../form/Field.tsx';
import { Presets } from '../form/Presets.tsx';
import type { IslandForm } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';

interface DateProperties {
  form: IslandForm;
  today: string;
  writing: WritingStyle;
  /** Replaces its usual label. */
  label?: ReactNode;
  /** Which buttons fill it in. */
  presets?: readonly DatePreset[];
  /** Whether it may lie any distance ahead, and as far back as the current value. */
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

/** The label of a date field, with the format for browsers without a date picker: they know no stylesheets either. */
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

// The time zones of server and browser may differ: the one in the page stays.
function zonesInPage(id: string): string[] | undefined {
  if (typeof document === 'undefined') return undefined;
  const select = document.getElementById(id);
  return select instanceof HTMLSelectElement ? [...select.options].map((option) => option.value) : undefined;
}
