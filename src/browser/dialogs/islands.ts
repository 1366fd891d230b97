import type { PageDialog } from '../core/dialog/page-dialog.ts';

const ISLANDS = {
  display: async () => (await import('../../islands/display-settings/DisplaySettings.tsx')).DisplaySettings,
  guide: async () => (await import('../../islands/setup-guide/SetupGuide.tsx')).SetupGuide,
};

// Each component has the properties of its own page.
const load = (name: string) =>
  Promise.all([ISLANDS[name as 'display'](), import('../../islands/hydrate.tsx')]);

const islandIn = (part: ParentNode) => part.querySelector<HTMLElement>('[data-island]');

/** Failures appear when the island is used. */
export function loadAhead(name: keyof typeof ISLANDS): void {
  load(name).catch(() => undefined);
}

/** Mounts the React island of a page or dialog once loaded; until then the plain form works. */
export async function takeOver(part: ParentNode, dialog?: PageDialog): Promise<void> {
  const place = islandIn(part);
  const { island = '', properties = '' } = place?.dataset ?? {};
  const [Island, { hydrate }] = await load(island);
  if (place?.isConnected) hydrate(place, Island, { ...JSON.parse(properties), dialog });
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
