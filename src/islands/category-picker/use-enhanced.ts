import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
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
  const enhanced = useWhenReleased(wanted);
  useEffect(() => {
    const enhance = () => setWanted(true);
    const element = select.current;
    if (!element?.matches(':focus')) return enhance();
    element.addEventListener('blur', enhance, { once: true });
    return () => element.removeEventListener('blur', enhance);
  }, [select]);
  // Somebody may have come to the list at the very moment when it is replaced.
  useLayoutEffect(() => {
    if (enhanced && document.activeElement === select.current) document.getElementById(id)?.focus();
  }, [enhanced, select, id]);
  return enhanced;
}
