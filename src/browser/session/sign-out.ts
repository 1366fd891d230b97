import { request } from '../core/request/request.ts';
import { forgetPages, forgetSession, markEnding } from '../core/session/session-marker.ts';
import { htmlForScripts } from './html-for-scripts.ts';

/**
 * Signs out. The data stored in this browser is deleted in any case; if the server does not answer, the page is cleared
 * too, and the next page, whichever it is, signs out on the server.
 */
export async function signOut(): Promise<void> {
  const waits = localStorage.getItem('waiting') !== null;
  if (waits && !(await (await import('../core/offline/leave.ts')).askToLeave())) return;
  // Before the server is asked: it may take long not to answer.
  forgetPages();
  markEnding();
  const hasEnded = await endOnServer();
  forgetSession(hasEnded ? 'ended' : 'ending');
  if (!hasEnded) return emptyPage();
  location.replace('/login');
}

// The answer is a redirect to the sign-in page, with a message for it.
function endOnServer(): Promise<boolean> {
  return request('/logout', { baseURL: '/', method: 'POST', redirect: 'manual' }).then(
    ({ status }) => status < 400,
    () => false,
  );
}

function emptyPage(): void {
  const content = htmlForScripts('signed-out');
  if (!content) return;
  document.body.replaceChildren(content);
  document.querySelector('h1')?.focus();
  document.querySelector('button')?.addEventListener('click', () => location.replace('/login'));
}
