import { useRef, useState } from 'react';
import type { WizardInput } from '../../domain/recurring/form/schema.ts';
import { saver } from '../transaction/save-transaction.ts';
import { speaker } from '../transaction/speaker.ts';
import type { Texts } from '../transaction/texts.ts';
import type { Faults } from './request-preview.ts';
import { templateSaver } from './save-template.ts';
import type { WizardTemplate } from './template-values.ts';

interface Means {
  texts: Texts;
  language: string;
  onSaved: (message: string, isDirect: boolean) => void;
}

/**
 * Saves what the dialog's wizard holds, as a series or, where nothing repeats, as one transaction. Whoever edits a
 * series that was changed meanwhile is shown how it is now, and saving again replaces that version; one that was
 * deleted meanwhile is made anew.
 */
export function useSavingSeries(edited: WizardTemplate | undefined, { texts, language, onSaved }: Means) {
  const [say] = useState(() => speaker(texts, language));
  const [saveOnce] = useState(saver);
  const [saveSeries] = useState(templateSaver);
  const target = useRef(edited);
  const [meanwhile, setMeanwhile] = useState<{ theirs: WizardTemplate } | 'gone'>();

  return {
    meanwhile,
    async save(input: WizardInput): Promise<Faults> {
      const outcome = input.isRecurring
        ? await saveSeries(input, target.current)
        : await saveOnce(input, undefined, 'single');
      if (outcome === 'saved') {
        const said = target.current ? 'recurring:wizard.updated' : 'recurring:wizard.created';
        onSaved(say(input.isRecurring ? said : 'transactions:createSuccess'), !input.isRecurring);
      } else if (outcome === 'gone') {
        target.current = undefined;
        setMeanwhile('gone');
      } else if ('faults' in outcome) return outcome.faults;
      else if ('interval' in outcome.theirs) {
        target.current = outcome.theirs;
        setMeanwhile({ theirs: outcome.theirs });
      }
      return {};
    },
  };
}
