import { useEffect, useEffectEvent } from 'react';
import { DRAFTS } from '../../browser/core/names.ts';

/**
 * Offers in the dialog what was typed into its form before and lost with the page. Closing the dialog is no loss: what was
 * typed is saved or discarded then.
 * @param page the address of the form as a page
 * @param adopt takes the key of what was typed: it may have been sent, and its answer lost with the page
 * @returns what forgets it earlier
 */
export function useDraft(page: string, adopt: (key: string) => void): () => void {
  const offer = useEffectEvent(() => ifAny((drafts) => drafts.offerInDialog(adopt)));
  useEffect(() => {
    void offer();
    return () => forget(page);
  }, [page]);
  return () => forget(page);
}

const forget = (page: string) => void ifAny((drafts) => drafts.forgetAt(page));

// Rare: mostly nothing is stored before somebody types.
async function ifAny(
  use: (drafts: typeof import('../../browser/core/drafts/follow.ts')) => void,
): Promise<void> {
  if (sessionStorage.getItem(DRAFTS)) use(await import('../../browser/core/drafts/follow.ts'));
}
