import { SegmentsField } from './SegmentsField.tsx';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

const TYPES = ['expense', 'income'] as const;

/** Expense or income. */
export function TypeField({ form, value }: { form: TransactionFormState; value: string }) {
  const say = useSay();
  const options = TYPES.map((type) => ({
    value: type,
    label: say(`transactions:form.${type}`),
    className: `segment-${type}`,
  }));
  return (
    <SegmentsField
      form={form}
      name="type"
      legend={say('transactions:form.type')}
      value={value}
      options={options}
    />
  );
}
