import { INPUTS } from '../../domain/transactions/fields.ts';
import { GoneNotice, VersionsNotice } from '../form/ConflictNotice.tsx';
import type { TransactionValues } from '../form/form-values.ts';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';
import type { TransactionFormProperties } from './form-properties.ts';
import { differingFields, shownValues } from './shown-values.ts';

type NoticeProperties = Pick<TransactionFormProperties, 'writing' | 'categories' | 'conflict'> & {
  form: IslandForm;
  /** Where the other version can be had; in a dialog `onTake` does it. */
  takeHref: string;
  onTake: (() => void) | undefined;
};

/** Says what happened to the transaction while it was being edited, their version beside what was typed. */
export function TransactionConflict({ conflict, ...rest }: NoticeProperties) {
  const t = useTranslate();
  if (!conflict) return null;
  if (conflict === 'gone')
    return (
      <GoneNotice
        title={t('transactions:conflict.goneTitle')}
        text={t('transactions:conflict.goneText')}
        inDialog={Boolean(rest.onTake)}
      />
    );
  // A new notice each time it was changed again.
  return <Changed theirs={conflict.theirs} {...rest} key={JSON.stringify(conflict.theirs)} />;
}

type ChangedProperties = Omit<NoticeProperties, 'conflict'> & { theirs: TransactionValues };

function Changed({ theirs, form, writing, categories, takeHref, onTake }: ChangedProperties) {
  const t = useTranslate();
  const mine = useFormValues(form);
  const means = { t, writing, categories };
  const [shownTheirs, shownMine] = [shownValues(theirs, means), shownValues(mine, means)];
  const differing = differingFields(theirs, mine, writing);
  const differences = INPUTS.filter(({ input }) => differing.includes(input)).map(({ input, label }) => ({
    label: t(label),
    theirs: shownTheirs[input],
    mine: shownMine[input],
  }));
  return (
    <VersionsNotice
      title={t('transactions:conflict.changedTitle')}
      text={t('transactions:conflict.changedText')}
      differences={differences}
      takeHref={takeHref}
      onTake={onTake}
    />
  );
}
