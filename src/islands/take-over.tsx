import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageDialog } from '../browser/core/dialog/page-dialog.ts';

export type Mount<Properties> = (
  place: HTMLElement,
  properties: Properties,
  dialog: PageDialog | undefined,
) => void;

/** Hydrates an element and removes its mark; unmounts with its dialog. */
export function takeOver(element: HTMLElement, island: ReactNode, dialog: PageDialog | undefined): void {
  const root = hydrateRoot(element, <Island place={element}>{island}</Island>);
  // A dialog may be closed and opened again at once.
  dialog?.element.addEventListener('close', () => element.isConnected || root.unmount());
}

function Island({ place, children }: { place: HTMLElement; children: ReactNode }) {
  useEffect(() => place.removeAttribute('data-island'), [place]);
  return children;
}
