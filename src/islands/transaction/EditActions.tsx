import { useSay } from './say.ts';

/** What else can be done with the transaction that is being edited. */
export function EditActions({ onChoose }: { onChoose: (mode: 'duplicate' | 'delete') => void }) {
  const say = useSay();
  return (
    <div className="row">
      <button className="button button-small" type="button" onClick={() => onChoose('duplicate')}>
        {say('transactions:dialog.duplicateAction')}
      </button>
      <button className="button button-small" type="button" onClick={() => onChoose('delete')}>
        {say('transactions:dialog.deleteAction')}
      </button>
    </div>
  );
}
