import { loadTexts } from 'virtual:dialog-texts/notices';
import { textsLoader } from './translate.ts';

/** The texts of notices in the language of the page: loaded before they are needed, because then the line may be down. */
export const noticeTexts = textsLoader(loadTexts);
