import { folded } from '../transactions/search-text.ts';
import { LOOK_WORDS } from './look-words.ts';
import { DEFAULT_COLOR, DEFAULT_ICON } from './looks.ts';

/** What a category carries. */
export interface Look {
  icon: string;
  color: string;
}

/** The icon and colour that a name in English or Hebrew suggests; the first rule that knows one of its words decides. */
export function deriveLook(name: string): Look {
  const words = folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const rule = LOOK_WORDS.find(({ keys }) => keys.some((key) => words.some((word) => isMeant(word, key))));
  return { icon: rule?.icon ?? DEFAULT_ICON, color: rule?.color ?? DEFAULT_COLOR };
}

// Hebrew writes "and", "the", "in" and "for" as letters at the beginning of the word.
const HEBREW_PREFIX = /^[והבלמכש](?=[א-ת]{2})/;

function isMeant(word: string, key: string): boolean {
  const forms = [word, word.replace(HEBREW_PREFIX, ''), word.replace(/(es|s)$/, ''), word.replace(/s$/, '')];
  return key.endsWith('*')
    ? forms.some((form) => form.startsWith(key.slice(0, -1)))
    : forms.some((form) => form === key);
}
