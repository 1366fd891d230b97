import * as v from 'valibot';
import { blankable, trimmed } from '../../schemas.ts';

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
  made_at: blankable(
    v.pipe(
      v.string('errors:valueInvalid'),
      v.isoTimestamp('errors:valueInvalid'),
      v.description('When the line was written, if that is long ago: `yesterday` is meant as it was then.'),
    ),
  ),
});
