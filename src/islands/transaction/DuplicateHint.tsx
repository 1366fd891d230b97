import { formatter } from '../../i18n/format.ts';
import { useWhenReleased } from '../interaction/use-when-released.ts';
import type { TransactionFormProperties } from './form-properties.ts';
import { useSay } from './say.ts';
import { usePossibleDuplicate } from './use-possible-duplicate.ts';
import type { TransactionFormState } from './use-transaction-form.ts';
import { useTypedValues } from './use-typed-values.ts';

type HintProperties = Pick<TransactionFormProperties, 'mode' | 'values' | 'today' | 'writing'> & {
  form: TransactionFormState;
};

/**
 * Names what a new transaction may repeat, without keeping anybody from saving it. Without scripts the page after
 * saving says so.
 */
export function DuplicateHint(properties: HintProperties) {
  return properties.mode === 'create' ? <Hint {...properties} /> : null;
}

function Hint({ form, values, today, writing }: HintProperties) {
  const say = useSay();
  const typed = useTypedValues(form.element, values);
  const found = useWhenReleased(usePossibleDuplicate(typed, { today, writing }));
  const format = formatter(writing.currency, writing);
  return (
    <div aria-live="polite">
      {found && (
        <p className="remark">
          {say('transactions:form.possibleDuplicate')} <bdi>{found.description}</bdi>{' '}
          <bdi>{format.money(Math.round(found.amount * 100))}</bdi> <bdi>{format.date(found.date)}</bdi>{' '}
          <a href={`/transactions/${found.id}`} target="_blank" rel="noreferrer">
            {say('transactions:form.viewDuplicate')}
            <span className="visually-hidden"> {say('transactions:form.newTab')}</span>
          </a>
        </p>
      )}
    </div>
  );
}
