import type { FieldName, TransactionFormProperties, TransactionValues } from './form-properties.ts';
import { useSay } from './say.ts';
import { differingFields, shownValues } from './shown-values.ts';
import type { TransactionFormState } from './use-transaction-form.ts';
import { useTypedValues } from './use-typed-values.ts';
import { GoneNotice, VersionsNotice } from './VersionsNotice.tsx';

type NoticeProperties = Pick<TransactionFormProperties, 'values' | 'writing' | 'categories' | 'meanwhile'> & {
  form: TransactionFormState;
  /** Where the other version can be had; in a dialog `onTake` does it. */
  takeHref: string;
  onTake: (() => void) | undefined;
};

/** Says what happened to the transaction while it was being edited, their version beside what was typed. */
export function MeanwhileNotice({ meanwhile, ...rest }: NoticeProperties) {
  const say = useSay();
  if (!meanwhile) return null;
  if (meanwhile === 'gone')
    return (
      <GoneNotice
        title={say('transactions:meanwhile.goneTitle')}
        text={say('transactions:meanwhile.goneText')}
        inDialog={Boolean(rest.onTake)}
      />
    );
  // Told once more when it was changed once more.
  return <Changed theirs={meanwhile.theirs} {...rest} key={JSON.stringify(meanwhile.theirs)} />;
}

type ChangedProperties = Omit<NoticeProperties, 'meanwhile'> & { theirs: TransactionValues };

function Changed({ theirs, form, values, writing, categories, takeHref, onTake }: ChangedProperties) {
  const say = useSay();
  const mine = useTypedValues(form.element, values);
  const means = { say, writing, categories };
  const [shownTheirs, shownMine] = [shownValues(theirs, means), shownValues(mine, means)];
  const differences = differingFields(theirs, mine, writing).map((name) => ({
    label: say(LABELS[name]),
    theirs: shownTheirs[name],
    mine: shownMine[name],
  }));
  return (
    <VersionsNotice
      title={say('transactions:meanwhile.changedTitle')}
      text={say('transactions:meanwhile.changedText')}
      differences={differences}
      takeHref={takeHref}
      onTake={onTake}
    />
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
