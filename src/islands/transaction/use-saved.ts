import { useEffect, useEffectEvent, useState } from 'react';
import type { DialogSettings } from './dialog-settings.ts';

const SHOWN_FOR = 1500;

/** Shows a success for 1.5 s, then goes on; for users of a screen reader nothing closes by itself. */
export function useSaved({ preferences }: DialogSettings, goOn: (message: string) => void) {
  const [message, setMessage] = useState<string | null>(null);
  const staysOpen = preferences.accessibility.screenReader;
  const finish = useEffectEvent(() => goOn(message ?? ''));

  useEffect(() => {
    if (!message || staysOpen) return;
    const timer = setTimeout(() => finish(), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [message, staysOpen]);

  return { message, show: setMessage, finish: () => goOn(message ?? '') };
}
