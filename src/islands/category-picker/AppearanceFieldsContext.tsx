import { type ComponentType, createContext, lazy, Suspense } from 'react';
import type { AppearanceProperties } from './AppearanceFields.tsx';

// If it cannot be fetched, the appearance is derived from the name.
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
 * The component with the colours and icons of a new category. A page passes it in, since they are part of its HTML; a
 * dialog loads it when it is first needed.
 */
export const AppearanceFieldsContext =
  createContext<ComponentType<AppearanceProperties>>(FetchedAppearanceFields);
