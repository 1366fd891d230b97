import * as v from 'valibot';
import { maxLetters, trimmed } from '../../schemas.ts';
import { DAYS_BACK } from '../schema.ts';

/** In letters that people see. */
export const LINE_MAX = 300;

export const lineSchema = v.object({
  line: v.pipe(
    v.optional(v.string('errors:textExpected'), ''),
    trimmed,
    v.minLength(1, 'errors:lineRequired'),
    maxLetters(LINE_MAX, 'errors:lineMax'),
    v.description(
      'An amount, a date and a time in words or numbers, a category after `#`, and the rest as the description.',
    ),
  ),
  confirmed: v.optional(
    v.pipe(
      v.boolean('errors:valueInvalid'),
      v.description(
        'Whether the person has seen what is understood where several numbers may be the amount.',
      ),
    ),
  ),
  age: v.optional(
    v.pipe(
      v.number('errors:valueInvalid'),
      v.minValue(0, 'errors:valueInvalid'),
      v.maxValue(DAYS_BACK * 86_400, 'errors:valueInvalid'),
      v.description(
        'How many seconds ago the line was written, with fractions: `yesterday` is meant as it was then.',
      ),
    ),
  ),
});
