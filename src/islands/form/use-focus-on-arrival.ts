import { type RefObject, useEffect, useRef } from 'react';

/** Puts the focus on an element when it comes; after the dialog around it is open, unlike `autoFocus`. */
export function useFocusOnArrival<Kind extends HTMLElement>(wanted = true): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useEffect(() => {
    if (wanted) element.current?.focus();
  }, [wanted]);
  return element;
}
