import { useEffect, useEffectEvent, useState } from 'react';
import type { Outcome } from '../../stores/outcome.ts';

/** How long a success is shown, in ms: a transaction that was added, and anything else. */
const ADDED_FOR = 800;
const SHOWN_FOR = 1500;

/** Shows a success for a moment, then continues; for users of a screen reader nothing closes by itself. */
export function useSaved(goOn: (outcome: Outcome) => void) {
  const [outcome, show] = useState<Outcome>();
  const staysOpen = Boolean(document.documentElement.dataset.reader);
  const finish = () => outcome && goOn(outcome);
  const finishLater = useEffectEvent(finish);

  useEffect(() => {
    if (!outcome || staysOpen) return;
    const timer = setTimeout(() => finishLater(), outcome.isBrief ? ADDED_FOR : SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [outcome, staysOpen]);

  return { outcome, show, finish };
}
