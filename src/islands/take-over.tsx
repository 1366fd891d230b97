import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageDialog } from '../browser/core/dialog/page-dialog.ts';

/** Takes over what the server has drawn of an island, in its page or in a dialog. */
export type Mount<Properties> = (
  place: HTMLElement,
  properties: Properties,
  dialog: PageDialog | undefined,
) => void;

/** Lets React take over an element, whose mark goes once it has; it ends with its dialog. */
export function takeOver(place: HTMLElement, island: ReactNode, dialog: PageDialog | undefined): void {
  const root = hydrateRoot(place, <Taken place={place}>{island}</Taken>);
  // A browser may close a dialog that is opened again at once.
  dialog?.element.addEventListener('close', () => place.isConnected || root.unmount());
}

function Taken({ place, children }: { place: HTMLElement; children: ReactNode }) {
  useEffect(() => place.removeAttribute('data-island'), [place]);
  return children;
}
