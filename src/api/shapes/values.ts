import * as v from 'valibot';

const described = (description: string, more: Record<string, unknown> = {}) =>
  v.pipe(v.string(), v.metadata({ description, ...more }));

export const idShape = v.pipe(v.string(), v.maxLength(40));

export const monthShape = v.pipe(
  v.string(),
  v.metadata({ description: 'YYYY-MM', pattern: '^\\d{4}-\\d\\d$' }),
);

export const dateShape = v.pipe(v.string(), v.isoDate());

export const instantShape = v.pipe(v.string(), v.isoTimestamp());

export const timeShape = described('HH:MM', { pattern: '^\\d\\d:\\d\\d$' });

export const timezoneShape = described('An IANA name, such as Asia/Jerusalem.');

export const colorShape = described('A CSS colour.');

/** A decimal with at most two places; a net amount may be negative. */
export const amountShape = v.number();

export const countShape = v.pipe(v.number(), v.integer(), v.minValue(0));

export const typeShape = v.picklist(['expense', 'income']);

export const nullableText = v.nullable(v.string());

/** `index` counts from 0. */
export const refusedShape = v.object({
  index: countShape,
  details: v.array(v.object({ field: v.string(), message: v.string() })),
});
