import { type RefObject, useEffect, useState } from 'react';
import { useWhenReleased } from '../interaction/use-when-released.ts';

/**
 * Whether the plain list may be replaced by the picker: at once in a dialog; in a page once the island is there and
 * nobody is just choosing from the list.
 */
export function useEnhanced(select: RefObject<HTMLSelectElement | null>, atOnce: boolean): boolean {
  const [enhanced, setEnhanced] = useState(atOnce);
  useEffect(() => {
    const enhance = () => setEnhanced(true);
    const element = select.current;
    if (!element?.matches(':focus')) return enhance();
    element.addEventListener('blur', enhance, { once: true });
    return () => element.removeEventListener('blur', enhance);
  }, [select]);
  return useWhenReleased(enhanced);
}
