import { type RefObject, useEffect } from 'react';
import type { Leaving } from './use-leaving.ts';

/** Tells whoever would leave a panel whether its form was changed; the person begins at the amount. */
export function useWatchedForm(panel: RefObject<HTMLElement | null>, { isDirty }: Leaving): void {
  useEffect(() => {
    const form = panel.current?.querySelector('form');
    if (!form) return;
    const start = contentOf(form);
    isDirty.current = () => contentOf(form) !== start;
    form.querySelector<HTMLInputElement>('[name=amount]')?.focus();
    return () => {
      isDirty.current = () => false;
    };
  }, [panel, isDirty]);
}

// A part that opens empty is no change, and how much of its series is meant changes nothing by itself.
function contentOf(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)].filter(([name, value]) => value !== '' && name !== 'scope'));
}
