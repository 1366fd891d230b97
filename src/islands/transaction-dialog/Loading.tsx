import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { useTranslate } from '../use-translate.ts';

type Change = (update: (count: number) => number) => void;

const LoadingParts = createContext<Change>(() => undefined);

/** Announces once that something is loading, however many parts do and one after another. */
export function LoadingAnnouncer({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const [count, setCount] = useState(0);
  return (
    <LoadingParts value={setCount}>
      {children}
      <p className="visually-hidden" aria-live="polite">
        {count > 0 && t('transactions:dialog.loading')}
      </p>
    </LoadingParts>
  );
}

/** Shown in place of a part that is loading. */
export function Loading({ className }: { className?: string }) {
  const t = useTranslate();
  const setCount = useContext(LoadingParts);
  useLayoutEffect(() => {
    setCount((count) => count + 1);
    return () => setCount((count) => count - 1);
  }, [setCount]);
  return (
    <p className={className} aria-hidden="true">
      {t('transactions:dialog.loading')}
    </p>
  );
}
