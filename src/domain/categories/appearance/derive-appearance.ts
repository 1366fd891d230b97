import { isWord, wordsOf } from '../words.ts';
import { DEFAULT_COLOR, DEFAULT_ICON } from './appearance.ts';
import { APPEARANCE_WORDS } from './appearance-words.ts';

/** The icon and colour of a category. */
interface Appearance {
  icon: string;
  color: string;
}

/** The icon and colour that a name in English or Hebrew suggests, by the first rule with one of its words. */
export function deriveAppearance(name: string): Appearance {
  const words = wordsOf(name);
  const rule = APPEARANCE_WORDS.find(({ keys }) =>
    keys.some((key) => words.some((word) => isWord(word, key))),
  );
  return { icon: rule?.icon ?? DEFAULT_ICON, color: rule?.color ?? DEFAULT_COLOR };
}
