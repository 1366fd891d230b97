import { Field } from './Field.tsx';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

/** What the money was for, in either language. */
export function DescriptionField({ form, value }: { form: TransactionFormState; value: string }) {
  const say = useSay();
  return (
    <Field form={form} name="description" label={say('transactions:form.description')} required>
      <input
        {...form.bind('description')}
        className="input"
        type="text"
        dir="auto"
        enterKeyHint="next"
        required
        defaultValue={value}
      />
    </Field>
  );
}
