import { useEffect, useRef, useState } from 'react';
import { messageText, type Texts, type Translate } from '../../browser/core/texts/translate.ts';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../hooks.ts';
import { AppearanceSelects, AppearanceSets } from './AppearanceSets.tsx';

export interface AppearanceProperties {
  form: IslandForm;
  inDialog: boolean;
  /** Whether the form is hydrated: radio buttons then replace the lists. */
  enhanced: boolean;
  /** In a dialog, the names of colours and icons; a page has them among its own texts. */
  texts?: Texts;
}

export function AppearanceFields({ form, inDialog, enhanced, texts }: AppearanceProperties) {
  const translate = useTranslate();
  const t: Translate = (key, params) => texts?.[key] ?? translate(key, params);
  const values = useFormValues(form);
  const lists = useRef<HTMLDivElement>(null);
  const [asSets, setAsSets] = useState(inDialog);
  // Not while the person is choosing from a list.
  useEffect(() => {
    if (enhanced && !lists.current?.contains(document.activeElement)) setAsSets(true);
  }, [enhanced]);
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
  if (asSets) return <AppearanceSets {...sets} />;
  return (
    <div className="form" ref={lists}>
      <AppearanceSelects {...sets} />
    </div>
  );
}
