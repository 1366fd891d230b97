import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { Translate } from '../browser/core/texts/translate.ts';

export type Loaded<Data> =
  | { state: 'loading' }
  | { state: 'ready'; data: Data }
  | { state: 'failed'; error: unknown };

export function useLoaded<Data>(load: () => Promise<Data>): { loaded: Loaded<Data>; retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded<Data>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const start = useEffectEvent(load);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again.
  useEffect(() => {
    let current = true;
    start().then(
      (data) => current && setLoaded({ state: 'ready', data }),
      (error) => current && setLoaded({ state: 'failed', error }),
    );
    return () => {
      current = false;
    };
  }, [attempt]);

  const retry = () => {
    setLoaded({ state: 'loading' });
    setAttempt((before) => before + 1);
  };
  return { loaded, retry };
}

/** Focuses an element when it appears; unlike `autoFocus`, after the dialog around it is open. */
export function useFocusOnArrival<Kind extends HTMLElement>(isEnabled = true): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useEffect(() => {
    if (isEnabled) element.current?.focus();
  }, [isEnabled]);
  return element;
}

/**
 * The latest value, delayed while a pointer is pressed: a change of the form's height would move its buttons between
 * press and release, and the click would be lost.
 * @param heldBy a selector that delays it too
 */
export function useWhenReleased<Value>(value: Value, heldBy?: string): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    // Polled, because after a touch the release comes first, the click later and its end last.
    let next = 0;
    const show = () => {
      if (document.querySelector(':active') || (heldBy && document.querySelector(heldBy)))
        next = requestAnimationFrame(show);
      else setShown(value);
    };
    show();
    return () => cancelAnimationFrame(next);
  }, [value, heldBy]);
  return shown;
}

export const TranslateContext = createContext<Translate>((key) => key);

export function useTranslate(): Translate {
  return useContext(TranslateContext);
}
