import { useRef, useState } from 'react';
import type { WizardInput } from '../../domain/recurring/form/schema.ts';
import type { Moved } from '../transaction/refresh-page.ts';
import { saver } from '../transaction/save-transaction.ts';
import { speaker } from '../transaction/speaker.ts';
import type { Texts } from '../transaction/texts.ts';
import type { Faults } from './request-preview.ts';
import { templateSaver } from './save-template.ts';
import type { WizardTemplate } from './template-values.ts';

/** `isDirect`: in one step; `moved`: the page that was open shows something that goes on elsewhere. */
export type SeriesSaved = (message: string, how: { isDirect: boolean; moved?: Moved | undefined }) => void;

interface Means {
  texts: Texts;
  language: string;
  onSaved: SeriesSaved;
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

  const saveTransaction = async (input: WizardInput): Promise<Faults> => {
    const outcome = await saveOnce(input, undefined, 'single');
    if (outcome === 'saved') onSaved(say('transactions:createSuccess'), { isDirect: true });
    return typeof outcome === 'object' && 'faults' in outcome ? outcome.faults : {};
  };

  return {
    meanwhile,
    async save(input: WizardInput): Promise<Faults> {
      if (!input.isRecurring) return saveTransaction(input);
      const outcome = await saveSeries(input, target.current);
      if (outcome === 'gone') {
        target.current = undefined;
        setMeanwhile('gone');
      } else if ('theirs' in outcome) {
        target.current = outcome.theirs;
        setMeanwhile(outcome);
      } else if ('saved' in outcome) {
        const words = say(`recurring:wizard.${target.current ? 'updated' : 'created'}`);
        onSaved(words, { isDirect: false, moved: movedFrom(edited, outcome.saved) });
      } else return outcome.faults;
      return {};
    },
  };
}

// A change from tomorrow on may have begun a new series: whoever looks at the old one's page goes on to it.
function movedFrom(edited: WizardTemplate | undefined, saved: WizardTemplate): Moved | undefined {
  const isShown = edited !== undefined && location.pathname === `/recurring/${edited.id}`;
  return isShown && saved.id !== edited.id ? { page: `/recurring/${saved.id}` } : undefined;
}
