import { LOOK_WORDS } from './look-words.ts';
import { DEFAULT_COLOR, DEFAULT_ICON } from './looks.ts';
import { isWord, wordsOf } from './words.ts';

/** What a category carries. */
export interface Look {
  icon: string;
  color: string;
}

/** The icon and colour that a name in English or Hebrew suggests; the first rule that knows one of its words decides. */
export function deriveLook(name: string): Look {
  const words = wordsOf(name);
  const rule = LOOK_WORDS.find(({ keys }) => keys.some((key) => words.some((word) => isWord(word, key))));
  return { icon: rule?.icon ?? DEFAULT_ICON, color: rule?.color ?? DEFAULT_COLOR };
}
