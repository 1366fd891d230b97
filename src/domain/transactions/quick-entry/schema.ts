import * as v from 'valibot';
import { trimmed } from '../../schemas.ts';

/** The longest line, in characters. */
export const LINE_MAX = 300;

/** A transaction in one line of words. */
export const lineSchema = v.object({
  line: v.pipe(
    v.optional(v.string('errors:textExpected'), ''),
    trimmed,
    v.minLength(1, 'errors:lineRequired'),
    v.maxLength(LINE_MAX, 'errors:lineMax'),
    v.description(
      'An amount, a date in words or numbers, a category after `#`, and the rest as the description.',
    ),
  ),
});
