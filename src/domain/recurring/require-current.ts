import type { TemplateRow } from '../../db/tables.ts';
import { DomainError } from '../error.ts';
import { endDifferently, fallDifferently, sayDifferent } from './compare.ts';

/**
 * Refuses a change that would undo what somebody saved after the version that it is based on; what came in between and
 * wants the same is no conflict, and whoever says no version overwrites whatever is there.
 * @throws DomainError CONFLICT (409)
 */
export function requireCurrent(before: TemplateRow, after: TemplateRow, basedOn: string | undefined): void {
  if (basedOn === undefined || basedOn === before.updated_at) return;
  const isSame =
    before.name === after.name &&
    !sayDifferent(before, after) &&
    !fallDifferently(before, after) &&
    !endDifferently(before, after);
  if (!isSame) throw new DomainError('CONFLICT', 409, { details: { updated_at: before.updated_at } });
}
