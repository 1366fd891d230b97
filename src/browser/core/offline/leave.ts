import { viewerOfPage } from '../session/viewer.ts';
import { allEntries, deleteEntries } from './store.ts';
import { waitingTexts } from './texts.ts';

/**
 * Asks before signing out deletes what has not been sent yet, and deletes it then.
 * @returns whether to sign out
 */
export async function askToLeave(): Promise<boolean> {
  const all = await allEntries().catch(() => []);
  if (all.length > 0 && !(await ask(all.map(({ person }) => person)))) return false;
  if (all.length > 0) await deleteEntries();
  localStorage.removeItem('waiting');
  return true;
}

async function ask(people: string[]): Promise<boolean> {
  const t = await waitingTexts();
  const viewer = viewerOfPage();
  const own = people.filter((person) => person === viewer).length;
  const others = people.length - own;
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog dialog-small';
  dialog.setAttribute('aria-labelledby', 'leave-title');
  dialog.innerHTML =
    '<div class="dialog-header"><h2 id="leave-title"></h2></div><div class="dialog-body"></div><form class="dialog-footer" method="dialog"><button class="button button-danger" value="leave"></button> <button class="button button-quiet" value="stay" autofocus></button></form>';
  const [title, body] = [dialog.querySelector('h2'), dialog.querySelector('.dialog-body')];
  if (title) title.textContent = t('waiting:signOutTitle');
  for (const [count, key] of [
    [own, 'waiting:signOutText'],
    [others, 'waiting:signOutOthers'],
  ] as const)
    if (count > 0) body?.append(paragraph(t(key, { count })));
  const [leave, stay] = dialog.querySelectorAll('button');
  if (leave) leave.textContent = t('waiting:signOut');
  if (stay) stay.textContent = t('waiting:stay');
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener('close', done, { once: true }));
  dialog.remove();
  return dialog.returnValue === 'leave';
}

function paragraph(text: string): HTMLElement {
  const made = document.createElement('p');
  made.textContent = text;
  return made;
}
