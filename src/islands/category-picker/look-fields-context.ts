import { type ComponentType, createContext, lazy } from 'react';
import type { LookProperties } from './LookFields.tsx';

/**
 * What draws the colours and icons of a new category. A page brings it along, since they stand in its HTML; a dialog
 * fetches it when it is first needed, and where that fails the look is left to the name.
 */
export const LookFieldsContext = createContext<ComponentType<LookProperties>>(
  lazy(() =>
    import('./LookFields.tsx').then(
      ({ LookFields }) => ({ default: LookFields }),
      () => ({ default: () => null }),
    ),
  ),
);
