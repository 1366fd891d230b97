import { DomainError } from './error.ts';

/** When a change counts as made: `now`, or just after the version before it, so that no two versions look the same. */
export function nextVersion({ updated_at }: { updated_at: string }, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(updated_at) + 1)).toISOString();
}

/**
 * Refuses a change that would overwrite what somebody saved after the version that it is based on; one that says no
 * version overwrites whatever is there.
 * @param current the version that is there
 * @param differs whether the change wants anything other than that
 * @throws DomainError CONFLICT (409)
 */
export function requireCurrent(
  { updated_at }: { updated_at: string },
  basedOn: string | undefined,
  differs: () => boolean,
): void {
  if (basedOn !== undefined && basedOn !== updated_at && differs())
    throw new DomainError('CONFLICT', 409, { details: { updated_at } });
}
