import type { RestrictionRow } from '../../db/tables.ts';

export const STATUSES = ['active', 'blocked', 'restricted', 'deleted'] as const;

/** Decided by the most severe restriction in force. */
export type Status = (typeof STATUSES)[number];

/** Most severe first. */
export const STATUS_OF_KIND: readonly [RestrictionRow['restriction_type'], Exclude<Status, 'active'>][] = [
  ['deleted', 'deleted'],
  ['blocked', 'blocked'],
  ['other', 'restricted'],
];

export function statusOf(inForce: Pick<RestrictionRow, 'restriction_type'>[]): Status {
  const entry = STATUS_OF_KIND.find(([kind]) => inForce.some((row) => row.restriction_type === kind));
  return entry ? entry[1] : 'active';
}
