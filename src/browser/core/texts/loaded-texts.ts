import { loadTexts as loadNoticeTexts } from 'virtual:dialog-texts/notices';
import { loadTexts as loadOfflineTexts } from 'virtual:dialog-texts/offline';
import { textsLoader } from './translate.ts';

/** Texts of notices in the page's language, loaded before the connection can fail. */
export const noticeTexts = textsLoader(loadNoticeTexts);

/** Texts of offline entries, loaded before the connection fails. */
export const offlineTexts = textsLoader(loadOfflineTexts);
