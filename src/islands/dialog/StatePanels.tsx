import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { messageText } from '../../browser/core/texts/translate.ts';
import { useFocusOnArrival, useTranslate } from '../hooks.ts';

export function LoadingPanel() {
  return <Loading className="dialog-body" />;
}

interface FailureProperties {
  message: string;
  page: string;
  onRetry: () => void;
}

export function FailurePanel({ message, page, onRetry }: FailureProperties) {
  const t = useTranslate();
  const retryButton = useFocusOnArrival<HTMLButtonElement>();
  return (
    <div className="dialog-body">
      <p className="flash flash-error" role="alert">
        {messageText(t, message)}
      </p>
      <div className="button-row">
        <button className="button button-primary" type="button" ref={retryButton} onClick={onRetry}>
          {t('common:retry')}
        </button>
        <a className="button button-quiet" href={page}>
          {t('transactions:dialog.openPage')}
        </a>
      </div>
    </div>
  );
}

export function OccurrenceFailure({ page }: { page: string }) {
  const t = useTranslate();
  return (
    <p className="flash flash-error" role="alert">
      {t('transactions:dialog.failed')} <a href={page}>{t('transactions:dialog.openPage')}</a>
    </p>
  );
}

interface SuccessProperties {
  message: string;
  /** Whether the focused button says the message: a live region that arrives with its text is not read aloud. */
  isSaid: boolean;
  onUndo: (() => void) | undefined;
  onClose: () => void;
}

export function SuccessPanel({ message, isSaid, onUndo, onClose }: SuccessProperties) {
  const t = useTranslate();
  const close = useFocusOnArrival<HTMLButtonElement>();
  return (
    <div className="dialog-body">
      <p className="success-panel">
        <span aria-hidden="true">✓</span>
        <span id="dialog-success">{message}</span>
      </p>
      <div className="button-row">
        <button
          className="button"
          type="button"
          ref={close}
          aria-describedby={isSaid ? 'dialog-success' : undefined}
          onClick={onClose}
        >
          {t('transactions:dialog.done')}
        </button>
        {onUndo && (
          <button className="button button-quiet" type="button" onClick={onUndo}>
            {t('common:undo')}
          </button>
        )}
      </div>
    </div>
  );
}

type Change = (update: (count: number) => number) => void;

const LoadingParts = createContext<Change>(() => undefined);

/** Announces loading once, however many parts load one after another. */
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

/** As a ref, lets the keyboard scroll an element while it scrolls, because nothing in it takes the focus. */
export function scrolledByKeys(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const watched = new ResizeObserver(() => {
    element.tabIndex = element.scrollHeight > element.clientHeight ? 0 : -1;
  });
  watched.observe(element);
  return () => watched.disconnect();
}
