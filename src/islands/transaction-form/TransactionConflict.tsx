import { INPUTS } from '../../domain/transactions/fields.ts';
import { GoneNotice, VersionsNotice } from '../form/ConflictNotice.tsx';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';
import type { Conflict, TransactionFormProperties } from './form-properties.ts';
import { differingFields, shownValues } from './shown-values.ts';

export type ConflictProperties = Pick<TransactionFormProperties, 'writing' | 'categories'> & {
  conflict: Conflict;
  form: IslandForm;
  /** The address of the other version; in a dialog `onTake` is called instead. */
  takeHref: string;
  onTake: (() => void) | undefined;
};

/** Says how the transaction was changed while it was being edited, with that version beside the typed values. */
export function TransactionConflict({ conflict, ...rest }: ConflictProperties) {
  const t = useTranslate();
  if (conflict === 'gone')
    return (
      <GoneNotice
        title={t('transactions:conflict.goneTitle')}
        text={t('transactions:conflict.goneText')}
        inDialog={Boolean(rest.onTake)}
      />
    );
  // A new notice after each further change.
  return <Changed {...conflict} {...rest} key={JSON.stringify(conflict.theirs)} />;
}

type ChangedProperties = Omit<ConflictProperties, 'conflict'> & Exclude<Conflict, 'gone'>;

function Changed({ theirs, saved, form, writing, categories, takeHref, onTake }: ChangedProperties) {
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
      title={t(`transactions:conflict.${saved ? 'savedTitle' : 'changedTitle'}`)}
      text={t(`transactions:conflict.${saved ? 'savedText' : 'changedText'}`)}
      differences={differences}
      takeHref={saved ? `/transactions/${saved}/edit` : takeHref}
      onTake={onTake}
    />
  );
}
