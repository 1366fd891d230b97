import { takesPicture } from './limit-bodies.ts';
import type { Refusal } from './visitor.ts';

/**
 * The page that tells people what the front door refused. A picture's own page says beside its field that it is too
 * large, or that too many come at once.
 */
export function refusalPage(path: string, { code }: Pick<Refusal, 'code'>): string {
  const concernsPicture = code === 'PAYLOAD_TOO_LARGE' || code === 'SERVICE_UNAVAILABLE';
  return concernsPicture && takesPicture(path) ? path : '/refused';
}
