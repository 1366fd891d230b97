import { ConflictNotice } from '../form/ConflictNotice.tsx';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../hooks.ts';
import type { Conflict, TransactionFormProperties } from './form-properties.ts';
import { shownRows } from './shown-values.ts';

export type ConflictProperties = Pick<TransactionFormProperties, 'writing' | 'categories'> & {
  conflict: Conflict;
  form: IslandForm;
  /** The address of the other version; a dialog calls `onTake` instead. */
  takeHref: string;
  onTake: (() => void) | undefined;
};

/** Shows a change of the transaction made elsewhere while it was edited, with that version beside the typed values. */
export function TransactionConflict({ conflict, form, takeHref, onTake, ...rest }: ConflictProperties) {
  const t = useTranslate();
  const mine = useFormValues(form);
  const inDialog = Boolean(onTake);
  if (conflict === 'gone')
    return (
      <ConflictNotice
        title={t('transactions:conflict.goneTitle')}
        text={t('transactions:conflict.goneText')}
        inDialog={inDialog}
      />
    );
  const { theirs, saved } = conflict;
  const means = { t, ...rest };
  return (
    <ConflictNotice
      title={t(`transactions:conflict.${saved ? 'savedTitle' : 'changedTitle'}`)}
      text={t(`transactions:conflict.${saved ? 'savedText' : 'changedText'}`)}
      versions={{ theirs: shownRows(theirs, means), mine: shownRows(mine, means) }}
      inDialog={inDialog}
      takeHref={saved ? `/transactions/${saved}/edit` : takeHref}
      onTake={onTake}
      // A new notice after each further change.
      key={JSON.stringify(theirs)}
    />
  );
}
