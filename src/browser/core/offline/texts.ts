import { loadTexts } from 'virtual:dialog-texts/waiting';
import { textsLoader } from '../texts/translate.ts';

/** The texts of entries that wait, loaded before they are needed: then the line is down. */
export const waitingTexts = textsLoader(loadTexts);
