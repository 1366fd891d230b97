import { type ComponentType, createContext, lazy, Suspense } from 'react';
import type { AppearanceProperties } from './AppearanceFields.tsx';

// Where it cannot be fetched the appearance is left to the name.
const Fetched = lazy(() =>
  import('./AppearanceFields.tsx').then(
    ({ AppearanceFields }) => ({ default: AppearanceFields }),
    () => ({ default: () => null }),
  ),
);

function FetchedAppearanceFields(properties: AppearanceProperties) {
  return (
    <Suspense>
      <Fetched {...properties} />
    </Suspense>
  );
}

/**
 * What draws the colours and icons of a new category. A page brings it along, since they are part of its HTML; a dialog
 * fetches it when it is first needed.
 */
export const AppearanceFieldsContext =
  createContext<ComponentType<AppearanceProperties>>(FetchedAppearanceFields);
