import { CURRENCIES } from '../../i18n/preferences.ts';
import { Field } from './Field.tsx';
import type { WritingStyle } from './form-properties.ts';
import { useSay } from './say.ts';
import { tidyAmount } from './tidy-amount.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

interface AmountProperties {
  form: TransactionFormState;
  value: string;
  writing: WritingStyle;
}

/** The amount in the person's currency and with their decimal mark; the type says whether it comes or goes. */
export function AmountField({ form, value, writing }: AmountProperties) {
  const say = useSay();
  const tidy = (input: HTMLInputElement) => tidyAmount(input, writing.decimal_separator);
  return (
    <Field form={form} name="amount" label={say('transactions:form.amount')} required>
      <div className="input-group">
        <span className="affix" id={`${form.idOf('amount')}-hint`}>
          {CURRENCIES[writing.currency]}
        </span>
        <input
          {...form.bind('amount', { hint: true, tidy })}
          className="input input-amount"
          type="text"
          inputMode="decimal"
          enterKeyHint="next"
          autoComplete="off"
          dir="ltr"
          required
          defaultValue={value}
        />
      </div>
    </Field>
  );
}
