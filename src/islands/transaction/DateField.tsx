import { plusDays } from '../../domain/calendar.ts';
import { DAYS_AHEAD, DAYS_BACK } from '../../domain/transactions/schema.ts';
import { Field } from './Field.tsx';
import { Presets } from './Presets.tsx';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

interface DateProperties {
  form: TransactionFormState;
  value: string;
  today: string;
}

/** The local calendar date, with the two that are wanted most. */
export function DateField({ form, value, today }: DateProperties) {
  const say = useSay();
  const presets = [
    { value: today, name: 'today', label: say('transactions:form.today') },
    { value: plusDays(today, -1), name: 'yesterday', label: say('transactions:form.yesterday') },
  ];
  return (
    <Field form={form} name="date" label={say('transactions:form.date')} required>
      <input
        {...form.bind('date')}
        className="input"
        type="date"
        min={plusDays(today, -DAYS_BACK)}
        max={plusDays(today, DAYS_AHEAD)}
        required
        defaultValue={value}
      />
      <Presets form={form} field="date" label={say('transactions:form.datePresets')} presets={presets} />
    </Field>
  );
}
