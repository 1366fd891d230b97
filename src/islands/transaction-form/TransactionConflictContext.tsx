import { type ComponentType, createContext, lazy, Suspense } from 'react';
import { useTranslate } from '../use-translate.ts';
import type { ConflictProperties } from './TransactionConflict.tsx';

const Fetched = lazy(() =>
  import('./TransactionConflict.tsx').then(
    ({ TransactionConflict }) => ({ default: TransactionConflict }),
    () => ({ default: OnlyItsTitle }),
  ),
);

// If it cannot be fetched, the person knows at least that there is another version.
function OnlyItsTitle({ conflict }: ConflictProperties) {
  const t = useTranslate();
  return (
    <p className="conflict" role="alert">
      {t(`transactions:conflict.${conflict === 'gone' ? 'gone' : 'changed'}Title`)}
    </p>
  );
}

function FetchedConflict(properties: ConflictProperties) {
  return (
    <Suspense>
      <Fetched {...properties} />
    </Suspense>
  );
}

/**
 * The component that shows how a transaction was changed while it was being edited. A page passes it in, since it is
 * part of its HTML; a dialog loads it when it is first needed.
 */
export const TransactionConflictContext = createContext<ComponentType<ConflictProperties>>(FetchedConflict);
