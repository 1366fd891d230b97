import { Field } from './Field.tsx';
import { Presets } from './Presets.tsx';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

const PRESETS = ['09:00', '12:00', '15:00', '18:00', '21:00'].map((time) => ({
  value: time,
  name: time,
  label: time,
}));

/** The local clock time, with the presets of specification section 2. */
export function TimeField({ form, value }: { form: TransactionFormState; value: string }) {
  const say = useSay();
  return (
    <Field form={form} name="time" label={say('transactions:form.time')}>
      <input {...form.bind('time')} className="input" type="time" defaultValue={value} />
      <Presets form={form} field="time" label={say('transactions:form.timePresets')} presets={PRESETS} />
    </Field>
  );
}
