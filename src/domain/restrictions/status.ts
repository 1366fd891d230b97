import type { RestrictionRow } from '../../db/tables.ts';

export const STATUSES = ['active', 'blocked', 'restricted', 'deleted'] as const;

/** The status of an account: the gravest restriction in force decides. */
export type Status = (typeof STATUSES)[number];

/** The kind of restriction that gives an account a status, the gravest first. */
export const STATUS_OF_KIND: readonly [RestrictionRow['restriction_type'], Exclude<Status, 'active'>][] = [
  ['deleted', 'deleted'],
  ['blocked', 'blocked'],
  ['other', 'restricted'],
];

/** The status that follows from the restrictions that are in force. */
export function statusOf(inForce: Pick<RestrictionRow, 'restriction_type'>[]): Status {
  const found = STATUS_OF_KIND.find(([kind]) => inForce.some((one) => one.restriction_type === kind));
  return found ? found[1] : 'active';
}
