import { loadTexts } from 'virtual:dialog-texts/offline';
import { textsLoader } from '../texts/translate.ts';

/** The texts of offline entries, loaded before the connection fails. */
export const offlineTexts = textsLoader(loadTexts);
