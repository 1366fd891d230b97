/** Names of storage and of events by which files agree that are loaded at different times. */

/** In `localStorage`: who is signed in, shared by the tabs of a browser. */
export const SESSION = 'session';
/** In `sessionStorage`: what was typed into forms and is not saved. */
export const DRAFTS = 'drafts';
/** In `sessionStorage`: the notices that wait for the next page. */
export const TOASTS = 'toast';
/** In `sessionStorage`: how the next page finds the control that had the focus. */
export const FOCUS = 'focus';
/** The event of a form that could not be sent: the page is still there, and nothing of it is lost. */
export const UNSENT = 'unsent';
/** The event of a form whose fields were filled in from a draft, for the island that has its values. */
export const FILLED = 'filled';
