import { useRef, useState } from 'react';
import type { Faults } from '../../browser/core/forms/form-values.ts';
import { isStale, latestOf } from '../../browser/core/request/failures.ts';

/** How another user or window changed the edited item: `theirs` is its current version, or it was deleted. */
export type ConflictWith<Entity> = { theirs: Entity } | 'gone';

interface Given<Checked, Entity> {
  edited: Entity | undefined;
  /** Its current version, if it is known already that this is another one, or that it was deleted. */
  theirs?: Entity | 'gone' | undefined;
  /** Changes the item, or creates a new one. @throws ApiError */
  save: (checked: Checked, edited: Entity | undefined) => Promise<Faults>;
  /** Fetches its current version. @throws ApiError */
  read: (edited: Entity) => Promise<Entity>;
  /** The message of a failure. */
  faultsOf: (error: unknown, isChange: boolean) => Faults;
}

/**
 * Saves the values of a dialog's form. If another user or window has changed the item, its current version is shown,
 * and saving again replaces that version; if it was deleted, saving again creates it anew.
 */
export function useSaving<Checked, Entity extends object>({
  edited,
  theirs,
  save,
  read,
  faultsOf,
}: Given<Checked, Entity>) {
  const target = useRef(theirs === 'gone' ? undefined : (theirs ?? edited));
  const [conflict, setConflict] = useState<ConflictWith<Entity> | undefined>(() =>
    theirs === undefined || theirs === 'gone' ? theirs : { theirs },
  );

  const showConflict = async (before: Entity): Promise<Faults> => {
    try {
      const latest = await latestOf(() => read(before));
      target.current = latest === 'gone' ? undefined : latest.theirs;
      setConflict(latest);
      return {};
    } catch (error) {
      return faultsOf(error, true);
    }
  };

  return {
    conflict,
    async save(checked: Checked): Promise<Faults> {
      const before = target.current;
      try {
        return await save(checked, before);
      } catch (error) {
        return before && isStale(error) ? showConflict(before) : faultsOf(error, Boolean(before));
      }
    },
  };
}
