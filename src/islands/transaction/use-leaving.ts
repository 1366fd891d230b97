import { useRef, useState } from 'react';

export type Leaving = ReturnType<typeof useLeaving>;

/** Asks before what was typed would be lost. */
export function useLeaving() {
  const isDirty = useRef<() => boolean>(() => false);
  const [next, setNext] = useState<(() => void) | null>(null);
  return {
    /** The form says here how to find out whether something was changed. */
    isDirty,
    /** Does what leads away from the form, at once or after the person agreed. */
    leave(step: () => void) {
      if (isDirty.current()) setNext(() => step);
      else step();
    },
    asking: next !== null,
    stay: () => setNext(null),
    discard: () => next?.(),
  };
}
