import { type ComponentType, createContext, lazy, Suspense } from 'react';
import type { LookProperties } from './LookFields.tsx';

// Where it cannot be fetched the look is left to the name.
const Fetched = lazy(() =>
  import('./LookFields.tsx').then(
    ({ LookFields }) => ({ default: LookFields }),
    () => ({ default: () => null }),
  ),
);

function FetchedLookFields(properties: LookProperties) {
  return (
    <Suspense>
      <Fetched {...properties} />
    </Suspense>
  );
}

/**
 * What draws the colours and icons of a new category. A page brings it along, since they stand in its HTML; a dialog
 * fetches it when it is first needed.
 */
export const LookFieldsContext = createContext<ComponentType<LookProperties>>(FetchedLookFields);
