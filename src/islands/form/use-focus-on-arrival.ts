import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element when it appears; unlike `autoFocus`, after the dialog around it is open. */
export function useFocusOnArrival<Kind extends HTMLElement>(wanted = true): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useEffect(() => {
    if (wanted) element.current?.focus();
  }, [wanted]);
  return element;
}
