import { useEffect, useRef, useState } from 'react';
import type { Texts, Translate } from '../../browser/core/texts/translate.ts';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { AppearanceSelects, AppearanceSets } from './AppearanceSets.tsx';

export interface AppearanceProperties {
  /** Whether the form is hydrated: radio buttons then replace the lists. */
  enhanced: boolean;
  /** In a dialog, the names of colours and icons; a page has them among its own texts. */
  texts?: Texts;
}

export function AppearanceFields({ enhanced, texts }: AppearanceProperties) {
  const form = useFormContext();
  const t: Translate = (key, params) => texts?.[key] ?? form.t(key, params);
  const values = useFormValues();
  const lists = useRef<HTMLDivElement>(null);
  const [asSets, setAsSets] = useState(form.inDialog);
  // Not while the person is choosing from a list.
  useEffect(() => {
    if (enhanced && !lists.current?.contains(document.activeElement)) setAsSets(true);
  }, [enhanced]);
  const setOf = (name: 'newCategoryColor' | 'newCategoryIcon') => ({
    name,
    chosen: values[name],
    error: form.errorOf(name),
    onChoose: (value: string) => form.choose(name, value),
  });
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
