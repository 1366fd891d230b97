import * as v from 'valibot';

/** What browsers measure of a page (web.dev/vitals), in milliseconds except for `CLS`. */
export const VITALS = ['LCP', 'FCP', 'INP', 'CLS', 'TTFB'] as const;

/** The most figures of one report. */
const REPORTED = 20;
const LONGEST = 600_000;

const value = v.pipe(
  v.number('errors:valueInvalid'),
  v.minValue(0, 'errors:valueInvalid'),
  v.maxValue(LONGEST, 'errors:valueInvalid'),
);

/** A report of a page. */
export const vitalsSchema = v.object({
  metrics: v.pipe(
    v.array(
      v.object({
        name: v.picklist(VITALS, 'errors:valueInvalid'),
        value,
        path: v.pipe(v.string('errors:textExpected'), v.maxLength(500, 'errors:valueMax')),
      }),
      'errors:valueInvalid',
    ),
    v.minLength(1, 'errors:valueInvalid'),
    v.maxLength(REPORTED, 'errors:valueInvalid'),
  ),
});

export type Vital = v.InferOutput<typeof vitalsSchema>['metrics'][number];
