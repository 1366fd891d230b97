import { useEffect, useEffectEvent, useState } from 'react';
import type { DialogSettings } from './dialog-settings.ts';

/** How long a success is shown, in ms; shorter if it took only one step. */
const SHOWN_FOR = { usual: 1500, direct: 800 } as const;

/** Shows a success for a moment, then continues; for users of a screen reader nothing closes by itself. */
export function useSaved({ preferences }: DialogSettings, goOn: (message: string) => void) {
  const [{ message, shownFor }, setShown] = useState<{ message: string | null; shownFor: number }>({
    message: null,
    shownFor: 0,
  });
  const staysOpen = preferences.accessibility.screenReader;
  const finish = useEffectEvent(() => goOn(message ?? ''));

  useEffect(() => {
    if (!message || staysOpen) return;
    const timer = setTimeout(() => finish(), shownFor);
    return () => clearTimeout(timer);
  }, [message, shownFor, staysOpen]);

  return {
    message,
    show: (text: string, isDirect = false) =>
      setShown({ message: text, shownFor: SHOWN_FOR[isDirect ? 'direct' : 'usual'] }),
    finish: () => goOn(message ?? ''),
  };
}
