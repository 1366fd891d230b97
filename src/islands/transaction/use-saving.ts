import { type RefObject, useRef, useState } from 'react';
import type { DialogTransaction } from '../../stores/transaction-dialog.ts';
import type { CheckedTransaction } from './checked-transaction.ts';
import type { Choice } from './SeriesPart.tsx';
import { type Faults, saver } from './save-transaction.ts';

/** What happened to the transaction of the dialog while it was being edited. */
export type MeanwhileInDialog = { theirs: DialogTransaction } | 'gone' | undefined;

/**
 * Saves what the dialog's form holds. Whoever edits something that was changed meanwhile is shown how it is now, and
 * saving again replaces that version; what was deleted meanwhile is recorded as new. `choice` tells how much of its
 * series changes with it.
 */
export function useSaving(
  edited: DialogTransaction | undefined,
  choice: RefObject<Choice>,
  onSaved: (isNew: boolean) => void,
) {
  const [save] = useState(saver);
  const target = useRef(edited);
  const [meanwhile, setMeanwhile] = useState<MeanwhileInDialog>();

  return {
    meanwhile,
    async save(checked: CheckedTransaction): Promise<Faults> {
      const outcome = await save(checked, target.current, choice.current.scope);
      if (outcome === 'saved') onSaved(!target.current);
      else if (outcome === 'gone') {
        target.current = undefined;
        setMeanwhile('gone');
      } else if ('theirs' in outcome) {
        target.current = outcome.theirs;
        setMeanwhile(outcome);
      } else return outcome.faults;
      return {};
    },
  };
}
