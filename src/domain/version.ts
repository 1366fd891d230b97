import { DomainError } from './error.ts';

/** The `updated_at` of a change: `now`, or just after the previous version, so that no two versions are equal. */
export function nextVersion({ updated_at }: { updated_at: string }, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(updated_at) + 1)).toISOString();
}

/**
 * Refuses a change that would overwrite a version newer than its base; without a base, it overwrites any version.
 * @param current the `updated_at` of the current version
 * @param differs whether the change would differ from the current version
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

/**
 * Refuses to delete a version newer than `basedOn`; without it, any version is deleted. @throws DomainError CONFLICT
 * (409)
 */
export function requireSeen({ updated_at }: { updated_at: string }, basedOn: string | undefined): void {
  if (basedOn !== undefined && basedOn !== updated_at)
    throw new DomainError('CONFLICT', 409, {
      details: { updated_at },
      message: 'errors:changedBeforeDeletion',
    });
}

/** Whether two versions of a row have other values; when they were made does not count. */
export function isDifferent<Row extends object>(before: Row, after: Row): boolean {
  return Object.entries(after).some(
    ([name, value]) => name !== 'updated_at' && before[name as keyof Row] !== value,
  );
}
