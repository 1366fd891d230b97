import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Errors } from '../../browser/core/forms/form-values.ts';
import { DRAFTS } from '../../browser/core/names.ts';
import { theirsAfter } from '../../browser/core/request/failures.ts';
import type { Conflict } from './form-properties.ts';

interface SavingOptions<Checked, Entity, Values> {
  edited: Entity | undefined;
  /** Its current version, or `gone`, if the conflict is known already. */
  theirs?: Entity | 'gone' | undefined;
  save: (checked: Checked, edited: Entity | undefined) => Promise<Errors>;
  read: (edited: Entity) => Promise<Entity>;
  errorsOf: (error: unknown, isChange: boolean) => Errors | Promise<Errors>;
  valuesOf: (entity: Entity) => Values;
}

/** Saves a dialog's form. After a change elsewhere, saving again replaces that; after a deletion, it creates anew. */
export function useSaving<Checked, Entity extends object, Values>(
  options: SavingOptions<Checked, Entity, Values>,
) {
  const { edited, save, read, errorsOf, valuesOf } = options;
  const [theirs, setTheirs] = useState(options.theirs);
  const target = useRef(theirs === 'gone' ? undefined : (theirs ?? edited));
  const latest = theirs === 'gone' ? undefined : theirs;
  const conflict: Conflict<Values> | undefined =
    theirs === 'gone' ? 'gone' : latest && { theirs: valuesOf(latest) };

  return {
    conflict,
    latest,
    async save(checked: Checked): Promise<Errors> {
      const before = target.current;
      try {
        return await save(checked, before).catch(async (refusal) => {
          if (!before) throw refusal;
          const now = await theirsAfter(refusal, () => read(before));
          target.current = now === 'gone' ? undefined : now;
          setTheirs(now);
          return {};
        });
      } catch (error) {
        return errorsOf(error, Boolean(before));
      }
    },
  };
}

/**
 * Offers what was typed before and lost with the page; closing the dialog forgets it.
 * @param adopt takes the key of the earlier form, which may have been sent
 * @returns a function that forgets it earlier
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

// Loaded only when needed: mostly nothing is stored.
async function ifAny(
  use: (drafts: typeof import('../../browser/core/drafts/follow.ts')) => void,
): Promise<void> {
  if (sessionStorage.getItem(DRAFTS)) use(await import('../../browser/core/drafts/follow.ts'));
}
