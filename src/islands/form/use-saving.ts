import { useRef, useState } from 'react';
import { ApiError } from '../api-client.ts';
import type { Faults } from './use-island-form.ts';

/** What somebody else did to the edited item: `theirs` is its current version, or it was deleted. */
export type ConflictWith<Entity> = { theirs: Entity } | 'gone';

interface Given<Checked, Entity> {
  edited: Entity | undefined;
  /** Changes what is given, or creates something new. @throws ApiError */
  save: (checked: Checked, edited: Entity | undefined) => Promise<Faults>;
  /** How it is now. @throws ApiError */
  read: (edited: Entity) => Promise<Entity>;
  /** What is shown of a failure. */
  faultsOf: (error: unknown, isChange: boolean) => Faults;
}

/**
 * Saves what a dialog's form holds. Whoever edits something that somebody else has changed is shown how it is now, and
 * saving again replaces that version; what somebody else has deleted is then created anew.
 */
export function useSaving<Checked, Entity>({ edited, save, read, faultsOf }: Given<Checked, Entity>) {
  const target = useRef(edited);
  const [conflict, setConflict] = useState<ConflictWith<Entity>>();

  const showConflict = async (before: Entity): Promise<Faults> => {
    try {
      target.current = await read(before);
      setConflict({ theirs: target.current });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) return faultsOf(error, true);
      target.current = undefined;
      setConflict('gone');
    }
    return {};
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

// Whatever changed its type moved it to another address. A missing category is named by its field.
function isStale(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'CONFLICT' || (error.status === 404 && error.fields.length === 0);
}
