import fc from 'fast-check';

const PIECES = [
  'coffee',
  'Coffee',
  'COFFEES',
  'decoffeed',
  'קפה',
  'בקפה',
  'הקפה',
  'לחם',
  '☕',
  '👩‍👧',
  '😀😀😀x',
  '100%',
  'a_b',
  "O'Neil",
  '"quoted"',
  '\\',
  '\\%',
  'ﬁne',
  'İstanbul',
  'straße',
  'x'.repeat(90),
  'ab'.repeat(60),
  '12345',
  '2345',
];

export const texts = fc
  .array(
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ minLength: 1, maxLength: 6 })),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((words) => words.join(' ').replace(/\p{Cc}/gu, '.'))
  .map((text) => [...text].slice(0, 120).join('').trim() || '.');

/** Part of a text, cut between any two letters, or two of them. */
export const pieces = fc
  .tuple(
    texts,
    fc.nat(30),
    fc.integer({ min: 1, max: 8 }),
    fc.option(fc.constantFrom('קפ', 'co', '3', '%', 'xxx')),
  )
  .map(([text, start, length, other]) => {
    const letters = [...text];
    const piece = letters.slice(start % letters.length, (start % letters.length) + length).join('');
    return other ? `${piece} ${other}` : piece;
  });
