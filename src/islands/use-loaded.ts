import { useEffect, useEffectEvent, useState } from 'react';

/** The state of something that is loaded. */
export type Loaded<Data> =
  | { state: 'loading' }
  | { state: 'ready'; data: Data }
  | { state: 'failed'; error: unknown };

/** Loads something once, when the component appears, and again when `retry` is called. */
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
