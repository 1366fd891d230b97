import { confirmFirst } from '../dialog/dialog.ts';
import { OFFLINE } from '../names.ts';
import { viewerOfPage } from '../session/viewer.ts';
import { offlineTexts } from '../texts/loaded-texts.ts';
import { allEntries, deleteEntries } from './store.ts';

/** Signs out and deletes unsent entries, after the person has agreed. */
export async function leaveEntries(signOut: () => void): Promise<void> {
  const people = await allEntries().then(
    (all) => all.map(({ person }) => person),
    () => [],
  );
  const leave = async () => {
    if (people.length > 0) await deleteEntries();
    localStorage.removeItem(OFFLINE);
    signOut();
  };
  if (people.length === 0) return leave();
  const t = await offlineTexts();
  const viewer = viewerOfPage();
  const mine = people.filter((person) => person === viewer).length;
  const others = people.length - mine;
  confirmFirst(
    {
      question: t('offline:signOutTitle'),
      text: [
        mine > 0 && t('offline:signOutText', { count: mine }),
        others > 0 && t('offline:signOutOthers', { count: others }),
      ]
        .filter(Boolean)
        .join(' '),
      stay: t('offline:stay'),
      discard: t('offline:signOut'),
    },
    leave,
  );
}
