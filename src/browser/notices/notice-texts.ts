import { loadTexts } from 'virtual:dialog-texts/notices';
import { type Translate, translatorOf } from '../../islands/translate.ts';

let loading: Promise<Translate> | undefined;

/** The texts of notices in the language of the page: loaded before they are needed, because then the line may be down. */
export function noticeTexts(): Promise<Translate> {
  loading ??= loadTexts()
    .then((texts: Record<string, string>) => translatorOf(texts, document.documentElement.lang))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
