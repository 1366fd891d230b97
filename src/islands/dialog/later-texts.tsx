import { loadTexts } from 'virtual:dialog-texts/later';
import { type ComponentType, useState } from 'react';
import { type Translate, translatorOf } from '../../browser/core/texts/translate.ts';
import { TranslateContext, useTranslate } from '../hooks.ts';

export async function withTexts<Properties extends object>(
  Part: ComponentType<Properties>,
): Promise<ComponentType<Properties>> {
  const texts = await loadTexts();
  return (properties) => {
    const around = useTranslate();
    const [own] = useState(() => translatorOf(texts, document.documentElement.lang));
    const t: Translate = (key, params) => (key in texts ? own : around)(key, params);
    return (
      <TranslateContext value={t}>
        <Part {...properties} />
      </TranslateContext>
    );
  };
}
