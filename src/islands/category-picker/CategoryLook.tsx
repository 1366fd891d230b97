import { speaker } from '../transaction/say.ts';
import type { Texts } from '../transaction/texts.ts';
import { LookSets } from './LookSets.tsx';

interface LookProperties {
  idPrefix: string;
  color: string;
  icon: string;
  /** Messages, in words. */
  errors: { color: string | undefined; icon: string | undefined };
  automatic: boolean;
  texts: Texts;
  language: string;
}

/** Colour and icon in the form of a category's own page, which runs without scripts. */
export function CategoryLook({ idPrefix, color, icon, errors, automatic, texts, language }: LookProperties) {
  return (
    <LookSets
      idPrefix={idPrefix}
      color={{ name: 'color', chosen: color, error: errors.color }}
      icon={{ name: 'icon', chosen: icon, error: errors.icon }}
      automatic={automatic}
      say={speaker(texts, language)}
    />
  );
}
