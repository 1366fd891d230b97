import type { PageDialog } from '../core/dialog/page-dialog.ts';

const MODULES = {
  display: () => import('../../islands/display-settings/mount-display.tsx'),
  guide: () => import('../../islands/setup-guide/mount-guide.tsx'),
};

const islandIn = (part: ParentNode) => part.querySelector<HTMLElement>('[data-island]');

/** Preloads the module of an island; failures appear when it is used. */
export function loadAhead(name: keyof typeof MODULES): void {
  MODULES[name]().catch(() => undefined);
}

/** Mounts the React island of a page or dialog once loaded; until then the plain form works. */
export async function takeOver(part: ParentNode, dialog?: PageDialog): Promise<void> {
  const place = islandIn(part);
  const { island = '', properties = '' } = place?.dataset ?? {};
  // Each module mounts its own component's properties.
  const load = MODULES[island as 'display'];
  const { mount } = await load();
  if (place?.isConnected) mount(place, JSON.parse(properties), dialog);
}

const place = islandIn(document);
if (place) followUse(place);

/** Mounts the island of a page on its first use, and tries again after a failure. */
function followUse(place: HTMLElement): void {
  const ended = new AbortController();
  let isLoading = false;
  const start = ({ target }: Pick<Event, 'target'>) => {
    // The initial focus of a page does not count as use.
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
