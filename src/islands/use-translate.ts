import { createContext, useContext } from 'react';
import type { Translate } from '../browser/core/texts/translate.ts';

export const TranslateContext = createContext<Translate>((key) => key);

/** The translator of the form or dialog around a component. */
export function useTranslate(): Translate {
  return useContext(TranslateContext);
}
