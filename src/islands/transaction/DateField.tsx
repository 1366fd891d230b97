import type { ReactNode } from 'react';
import { plusDays } from '../../domain/calendar.ts';
import { DATE_PRESETS, presetDate } from '../../domain/transactions/date-presets.ts';
import { DAYS_AHEAD, DAYS_BACK } from '../../domain/transactions/schema.ts';
import { Field } from './Field.tsx';
import type { WritingStyle } from './form-properties.ts';
import { Presets } from './Presets.tsx';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

interface DateProperties {
  form: TransactionFormState;
  value: string;
  today: string;
  writing: WritingStyle;
  /** In the place of its usual name. */
  label?: ReactNode;
  /** Whether it may lie any distance ahead, and as far back as it does already. */
  isOpen?: boolean;
}

/** The local calendar date, with those that are wanted most. */
export function DateField({ form, value, today, writing, label, isOpen }: DateProperties) {
  const say = useSay();
  const presets = DATE_PRESETS.map((name) => ({
    name,
    value: presetDate(name, today, writing.week_start),
    label: say(`transactions:preset.${name}`),
  }));
  return (
    <Field form={form} name="date" label={label ?? say('transactions:form.date')} required>
      <input
        {...form.bind('date')}
        className="input"
        type="date"
        min={isOpen ? undefined : plusDays(today, -DAYS_BACK)}
        max={isOpen ? undefined : plusDays(today, DAYS_AHEAD)}
        required
        defaultValue={value}
      />
      <Presets form={form} field="date" label={say('transactions:form.datePresets')} presets={presets} />
    </Field>
  );
}
