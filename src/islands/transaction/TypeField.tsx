import { FieldError, Required } from './Field.tsx';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

const TYPES = ['expense', 'income'] as const;

/** Expense or income: two radio buttons. The first carries the field's id, so that error summaries can link to it. */
export function TypeField({ form, value }: { form: TransactionFormState; value: string }) {
  const say = useSay();
  // Without the ref: given several radio buttons, react-hook-form unchecks what was chosen before the island came.
  const { id, ref: _ref, ...control } = form.bind('type');
  return (
    <fieldset className="segmented">
      <legend className="legend">
        {say('transactions:form.type')} <Required />
      </legend>
      <FieldError form={form} name="type" />
      <div className="segments">
        {TYPES.map((type, position) => (
          <label className={`segment segment-${type}`} key={type}>
            <input
              {...control}
              id={position === 0 ? id : `${id}-${type}`}
              type="radio"
              value={type}
              defaultChecked={value === type}
            />
            {say(`transactions:form.${type}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
