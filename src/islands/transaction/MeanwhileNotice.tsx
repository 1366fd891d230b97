import type { MouseEvent } from 'react';
import type { FieldName, TransactionFormProperties, TransactionValues } from './form-properties.ts';
import { useSay } from './say.ts';
import { differingFields, shownValues } from './shown-values.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import type { TransactionFormState } from './use-transaction-form.ts';
import { useTypedValues } from './use-typed-values.ts';

type NoticeProperties = Pick<TransactionFormProperties, 'values' | 'writing' | 'categories' | 'meanwhile'> & {
  form: TransactionFormState;
  /** Where the other version can be had; in a dialog `onTake` does it. */
  takeHref: string;
  onTake: (() => void) | undefined;
};

/** Says what happened to the transaction while it was being edited, their version beside what was typed. */
export function MeanwhileNotice({ meanwhile, ...rest }: NoticeProperties) {
  if (!meanwhile) return null;
  if (meanwhile === 'gone') return <Gone inDialog={Boolean(rest.onTake)} />;
  // Told once more when it was changed once more.
  return <Changed theirs={meanwhile.theirs} {...rest} key={JSON.stringify(meanwhile.theirs)} />;
}

function Gone({ inDialog }: { inDialog: boolean }) {
  const say = useSay();
  const notice = useFocusOnArrival<HTMLElement>(inDialog);
  return (
    <section className="meanwhile" tabIndex={-1} data-focus ref={notice} aria-labelledby="meanwhile-title">
      <h2 id="meanwhile-title">{say('transactions:meanwhile.goneTitle')}</h2>
      <p>{say('transactions:meanwhile.goneText')}</p>
    </section>
  );
}

type ChangedProperties = Omit<NoticeProperties, 'meanwhile'> & { theirs: TransactionValues };

function Changed({ theirs, form, values, writing, categories, takeHref, onTake }: ChangedProperties) {
  const say = useSay();
  const notice = useFocusOnArrival<HTMLElement>(Boolean(onTake));
  const mine = useTypedValues(form.element, values);
  const means = { say, writing, categories };
  const take = (event: MouseEvent) => {
    if (!onTake) return;
    event.preventDefault();
    onTake();
  };
  return (
    <section className="meanwhile" tabIndex={-1} data-focus ref={notice} aria-labelledby="meanwhile-title">
      <h2 id="meanwhile-title">{say('transactions:meanwhile.changedTitle')}</h2>
      <p>{say('transactions:meanwhile.changedText')}</p>
      <Versions
        fields={differingFields(theirs, mine, writing)}
        theirs={shownValues(theirs, means)}
        mine={shownValues(mine, means)}
      />
      <p>
        <a className="button button-small" href={takeHref} onClick={take}>
          {say('transactions:meanwhile.take')}
        </a>
      </p>
    </section>
  );
}

interface VersionsProperties {
  fields: FieldName[];
  theirs: TransactionValues;
  mine: TransactionValues;
}

function Versions({ fields, theirs, mine }: VersionsProperties) {
  const say = useSay();
  if (fields.length === 0) return <p>{say('transactions:meanwhile.same')}</p>;
  return (
    <table className="versions" role="table">
      <caption className="visually-hidden">{say('transactions:meanwhile.caption')}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            <span className="visually-hidden">{say('transactions:meanwhile.field')}</span>
          </th>
          <th role="columnheader" scope="col">
            {say('transactions:meanwhile.theirs')}
          </th>
          <th role="columnheader" scope="col">
            {say('transactions:meanwhile.mine')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {fields.map((name) => (
          <tr role="row" key={name}>
            <th role="rowheader" scope="row">
              {say(LABELS[name])}
            </th>
            {[theirs, mine].map((version, position) => (
              <td role="cell" key={position === 0 ? 'theirs' : 'mine'}>
                <bdi>{version[name] || say('transactions:meanwhile.nothing')}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const LABELS: Record<FieldName, string> = {
  type: 'transactions:form.type',
  amount: 'transactions:form.amount',
  description: 'transactions:form.description',
  categoryId: 'transactions:form.category',
  date: 'transactions:form.date',
  time: 'transactions:form.time',
  timezone: 'transactions:form.timezone',
  notes: 'transactions:form.notes',
};
