import { type ComponentType, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageDialog } from '../browser/core/dialog/page-dialog.ts';

/** Hydrates an element and removes its mark; unmounts with its dialog. */
export function hydrate<Properties extends { dialog?: PageDialog | undefined }>(
  place: HTMLElement,
  Island: ComponentType<Properties>,
  properties: Properties,
): void {
  const root = hydrateRoot(
    place,
    <Hydrated place={place}>
      <Island {...properties} />
    </Hydrated>,
  );
  // A dialog may be closed and opened again at once.
  properties.dialog?.element.addEventListener('close', () => place.isConnected || root.unmount());
}

function Hydrated({ place, children }: { place: HTMLElement; children: ReactNode }) {
  useEffect(() => place.removeAttribute('data-island'), [place]);
  return children;
}
