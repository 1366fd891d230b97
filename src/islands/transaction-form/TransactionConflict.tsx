import { FormConflict } from '../form/ConflictNotice.tsx';
import { useFormContext } from '../form/island-form.tsx';
import { useTranslate } from '../hooks.ts';
import { shownRows } from './shown-values.ts';

export function TransactionConflict() {
  const form = useFormContext();
  const t = useTranslate();
  const { conflict } = form;
  const kind = conflict === 'gone' ? 'gone' : conflict?.saved ? 'saved' : 'changed';
  return (
    <FormConflict
      title={t(`transactions:conflict.${kind}Title`)}
      text={t(`transactions:conflict.${kind}Text`)}
      rowsOf={(values) => shownRows(values, form)}
    />
  );
}
