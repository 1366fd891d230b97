import { loadTexts } from 'virtual:dialog-texts/notices';
import { textsLoader } from './translate.ts';

/** Notice texts in the page's language, loaded before the connection can fail. */
export const noticeTexts = textsLoader(loadTexts);
