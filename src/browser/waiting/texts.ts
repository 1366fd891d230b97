import { loadTexts } from 'virtual:dialog-texts/waiting';
import { type Translate, translatorOf } from '../../islands/translate.ts';

let loading: Promise<Translate> | undefined;

/** The texts of entries that wait, loaded before they are needed: then the line is down. */
export function waitingTexts(): Promise<Translate> {
  loading ??= loadTexts()
    .then((texts: Record<string, string>) => translatorOf(texts, document.documentElement.lang))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
