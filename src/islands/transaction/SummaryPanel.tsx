import type { TransactionFormProperties } from './form-properties.ts';
import { useSay } from './say.ts';
import { shownValues } from './shown-values.ts';
import type { TransactionFormState } from './use-transaction-form.ts';
import { useTypedValues } from './use-typed-values.ts';

type SummaryProperties = Pick<TransactionFormProperties, 'values' | 'writing' | 'categories'> & {
  form: TransactionFormState;
};

/** What is about to be saved, beside the form where there is room. It follows the fields, so it needs scripts. */
export function SummaryPanel({ form, values, writing, categories }: SummaryProperties) {
  const say = useSay();
  const typed = useTypedValues(form.element, values);
  const shown = shownValues(typed, { say, writing, categories });
  const rows = [
    ['category', shown.categoryId || say('transactions:form.noCategory')],
    ['date', shown.date],
    ['time', shown.time],
    ['notes', shown.notes],
  ] as const;
  return (
    <section className="summary-panel form-summary" aria-label={say('transactions:summary.title')}>
      <p className="summary-title" aria-hidden="true">
        {say('transactions:summary.title')}
      </p>
      <p className={`badge badge-${typed.type}`}>{shown.type}</p>
      <p className={shown.amount ? `amount summary-amount ${typed.type}` : 'summary-amount muted'}>
        <bdi>{shown.amount || NOTHING}</bdi>
      </p>
      <p className="summary-description">
        <bdi>
          {shown.description || <span className="muted">{say('transactions:summary.noDescription')}</span>}
        </bdi>
      </p>
      <dl>
        {rows.map(
          ([name, text]) =>
            text && (
              <div key={name}>
                <dt>{say(`transactions:form.${name}`)}</dt>
                <dd>
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

const NOTHING = '—';
