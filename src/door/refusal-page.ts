import { takesPicture } from './limit-bodies.ts';
import type { Refusal } from './visitor.ts';

/** The page that tells people what the front door refused; a picture's own page says beside its field that it is too large. */
export function refusalPage(path: string, { code }: Pick<Refusal, 'code'>): string {
  return code === 'PAYLOAD_TOO_LARGE' && takesPicture(path) ? path : '/refused';
}
