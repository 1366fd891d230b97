import { loadTexts } from 'virtual:dialog-texts/appearance';
import { useEffect, useRef, useState } from 'react';
import { messageText, type Texts, type Translate, translatorOf } from '../../browser/core/texts/translate.ts';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';
import { AppearanceSelects } from './AppearanceSelects.tsx';
import { AppearanceSets } from './AppearanceSets.tsx';

export interface AppearanceProperties {
  form: IslandForm;
  inDialog: boolean;
  /** Whether the form is hydrated, so that radio buttons can replace the lists. */
  enhanced: boolean;
}

/** The colours and icons of a category that is created together with a transaction. */
export function AppearanceFields({ form, inDialog, enhanced }: AppearanceProperties) {
  const t = useAppearanceTexts(inDialog);
  const values = useFormValues(form);
  const lists = useRef<HTMLDivElement>(null);
  const [asSets, setAsSets] = useState(inDialog);
  // Not under the hands of a person who is choosing from a list.
  useEffect(() => {
    if (enhanced && !lists.current?.contains(document.activeElement)) setAsSets(true);
  }, [enhanced]);
  if (!t) return null;
  const setOf = (name: 'newCategoryColor' | 'newCategoryIcon') => {
    const error = form.errorOf(name);
    return {
      name,
      chosen: values[name],
      error: error && messageText(t, error),
      onChoose: (value: string) => form.choose(name, value),
    };
  };
  const sets = {
    idPrefix: form.idPrefix,
    color: setOf('newCategoryColor'),
    icon: setOf('newCategoryIcon'),
    automatic: true,
    t,
  };
  return asSets ? (
    <AppearanceSets {...sets} />
  ) : (
    <div className="form" ref={lists}>
      <AppearanceSelects {...sets} />
    </div>
  );
}

// A translator with the names of colours and icons. A page contains them; a dialog fetches them when they are first
// needed, and has no translator until they are loaded.
function useAppearanceTexts(inDialog: boolean): Translate | null {
  const t = useTranslate();
  const [texts, setTexts] = useState<Texts | null>(null);

  useEffect(() => {
    let current = true;
    // If they cannot be fetched, the appearance is derived from the name.
    if (inDialog)
      loadTexts().then(
        (loaded) => current && setTexts(loaded),
        () => {},
      );
    return () => {
      current = false;
    };
  }, [inDialog]);

  if (!inDialog) return t;
  if (!texts) return null;
  const ofAppearance = translatorOf(texts, document.documentElement.lang);
  return (key, params) => (key in texts ? ofAppearance(key) : t(key, params));
}
