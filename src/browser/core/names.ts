/** Names of storage keys and events shared by files that load at different times. */

/** In `localStorage`: who is signed in, shared by a browser's tabs. */
export const SESSION = 'session';
/** In `sessionStorage`: unsaved form values. */
export const DRAFTS = 'drafts';
/** In `sessionStorage`: notices for the next page. */
export const TOASTS = 'toast';
/** In `sessionStorage`: how the next page finds the focused control. */
export const FOCUS = 'focus';
/** Event of every attempt of a request, with its failure or null. */
export const ATTEMPT = 'attempt';
/** Event of a form that could not be sent: the page and its values are still there. */
export const UNSENT = 'unsent';
/** Event of a form that was filled from a draft, for the island that has its values. */
export const FILLED = 'filled';
/** In `localStorage`: that this browser has offline entries; also names their database, lock and channel. */
export const OFFLINE = 'offline';
