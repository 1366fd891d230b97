import { tidyAmount } from './amount-text.ts';
import { Field } from './Field.tsx';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

interface AmountProperties {
  form: TransactionFormState;
  value: string;
  symbol: string;
}

/** The amount as decimal text in the person's currency; the type says whether it comes or goes. */
export function AmountField({ form, value, symbol }: AmountProperties) {
  const say = useSay();
  return (
    <Field form={form} name="amount" label={say('transactions:form.amount')} required>
      <div className="input-group">
        <span className="affix" id={`${form.idOf('amount')}-hint`}>
          {symbol}
        </span>
        <input
          {...form.bind('amount', { hint: true, tidy: tidyAmount })}
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
