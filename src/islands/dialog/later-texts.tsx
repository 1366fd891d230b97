import { loadTexts } from 'virtual:dialog-texts/later';
import { type ComponentType, useState } from 'react';
import { type Translate, translatorOf } from '../../browser/core/texts/translate.ts';
import { TranslateContext, useTranslate } from '../hooks.ts';

export { loadTexts };

export async function withTexts<Properties extends object>(
  Part: ComponentType<Properties>,
): Promise<ComponentType<Properties>> {
  const texts = await loadTexts();
  return (properties) => {
    const around = useTranslate();
    const [own] = useState(() => translatorOf(texts, document.documentElement.lang));
    // Texts with a number have their plural in the name.
    const isOwn = (key: string) => key in texts || `${key}_other` in texts;
    const t: Translate = (key, params) => (isOwn(key) ? own : around)(key, params);
    return (
      <TranslateContext value={t}>
        <Part {...properties} />
      </TranslateContext>
    );
  };
}
