import { useEffect, useState } from 'react';
import { type Say, speaker, useSay } from '../transaction/say.ts';
import { keyed, type Texts } from '../transaction/texts.ts';

const languages = {
  en: () =>
    Promise.all([
      import('../../i18n/en/categories.json', { with: { type: 'json' } }),
      import('../../i18n/en/icons.json', { with: { type: 'json' } }),
    ]),
  he: () =>
    Promise.all([
      import('../../i18n/he/categories.json', { with: { type: 'json' } }),
      import('../../i18n/he/icons.json', { with: { type: 'json' } }),
    ]),
};

/**
 * A speaker that also knows the names of colours and icons. A page brings them along; a dialog fetches them when they
 * are first needed, and there is none until they have come.
 */
export function useLookWords(inDialog: boolean): Say | null {
  const say = useSay();
  const [texts, setTexts] = useState<Texts | null>(null);

  useEffect(() => {
    let current = true;
    // Where they cannot be fetched the look is left to the name.
    if (inDialog)
      loadLookTexts().then(
        (loaded) => current && setTexts(loaded),
        () => {},
      );
    return () => {
      current = false;
    };
  }, [inDialog]);

  if (!inDialog) return say;
  if (!texts) return null;
  const look = speaker(texts, document.documentElement.lang);
  return (key, params) => (key in texts ? look(key) : say(key, params));
}

async function loadLookTexts(): Promise<Texts> {
  const [categories, icons] = await languages[document.documentElement.lang === 'he' ? 'he' : 'en']();
  return { ...keyed('categories', categories.default), ...keyed('icons', icons.default) };
}
