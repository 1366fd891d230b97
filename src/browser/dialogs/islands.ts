import type { PageDialog } from '../core/dialog/page-dialog.ts';

const MODULES = {
  display: () => import('../../islands/display-settings/mount-display.tsx'),
  guide: () => import('../../islands/setup-guide/mount-guide.tsx'),
};

const islandIn = (part: ParentNode) => part.querySelector<HTMLElement>('[data-island]');

/** Fetches what takes over an island; a failure shows when it is needed. */
export function loadAhead(name: keyof typeof MODULES): void {
  MODULES[name]().catch(() => undefined);
}

/**
 * Lets React take over the island in a page or dialog, as soon as it is there. Until then, and where it does not arrive, the
 * form does without.
 */
export async function takeOver(part: ParentNode, dialog?: PageDialog): Promise<void> {
  const place = islandIn(part);
  const { island = '', properties = '' } = place?.dataset ?? {};
  // Each module mounts the properties of its own component.
  const load = MODULES[island as 'display'];
  const { mount } = await load();
  if (place?.isConnected) mount(place, JSON.parse(properties), dialog);
}

const place = islandIn(document);
if (place) followUse(place);

/** Takes over the island of a page once it is touched or focused, and tries again where that fails. */
function followUse(place: HTMLElement): void {
  const ended = new AbortController();
  let isLoading = false;
  const start = ({ target }: Pick<Event, 'target'>) => {
    // The focus with which a page begins is no use of it.
    if (isLoading || (target instanceof Element && target.matches('[data-focus]'))) return;
    isLoading = true;
    takeOver(document).then(
      () => ended.abort(),
      () => {
        isLoading = false;
      },
    );
  };
  for (const kind of ['pointerover', 'focusin', 'keydown', 'input'])
    place.addEventListener(kind, start, { passive: true, signal: ended.signal });
  if (place.matches(':hover')) start({ target: place });
}
