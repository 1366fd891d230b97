import { type RefObject, useEffect, useState } from 'react';
import { useWhenReleased } from '../interaction/use-when-released.ts';

/**
 * Whether the plain list may be replaced by the picker, which then has the id: at once in a dialog; in a page once the
 * island is there and nobody is just choosing from the list.
 */
export function useEnhanced(
  select: RefObject<HTMLSelectElement | null>,
  atOnce: boolean,
  id: string,
): boolean {
  const [wanted, setWanted] = useState(atOnce);
  useEffect(() => {
    const element = select.current;
    if (!element) return;
    const leave = () => {
      setWanted(true);
      // Somebody had come to the list at the very moment when it was hidden, and the browser took the focus away.
      if (element.hidden) queueMicrotask(() => document.getElementById(id)?.focus());
    };
    if (!element.matches(':focus')) setWanted(true);
    element.addEventListener('blur', leave);
    return () => element.removeEventListener('blur', leave);
  }, [select, id]);
  return useWhenReleased(wanted);
}
