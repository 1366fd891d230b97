import { forgetSession } from '../stores/session-marker.ts';

/**
 * Signs out. What this browser keeps is emptied in any case; where the server does not answer, the page is emptied
 * too, and it is told by the next page, whichever that is.
 */
export async function signOut(): Promise<void> {
  const done = await tellServer();
  forgetSession(done ? 'ended' : 'ending');
  if (done) location.replace('/login');
  else emptyPage();
}

// The answer is a redirect to the sign-in page, with a message for it.
async function tellServer(): Promise<boolean> {
  try {
    const answer = await fetch('/logout', { method: 'POST', redirect: 'manual' });
    return answer.ok || answer.type === 'opaqueredirect';
  } catch {
    return false;
  }
}

function emptyPage(): void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-signed-out]');
  if (!template) return;
  document.body.replaceChildren(template.content.cloneNode(true));
  document.querySelector('h1')?.focus();
  document.querySelector('button')?.addEventListener('click', () => location.replace('/login'));
}
