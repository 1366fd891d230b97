import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOrder, orderKey } from '../../src/domain/text-order.ts';

const byKey = (one: string, other: string) =>
  Buffer.compare(Buffer.from(orderKey(one)), Buffer.from(orderKey(other)));

test.each([
  ['accents beside their letters', ['Apfel', 'Äpfel 2', 'Birne', 'eclair', 'éclair 2', 'egg', 'Zebra']],
  ['numbers by their value', ['item 2', 'item 10', 'item 010 b', 'item 1000000000000000000000']],
  ['numbers before words', ['2', '10', 'apple']],
  [
    'Hebrew by its alphabet, final letters and niqqud included',
    ['אבא', 'דרך', 'דרכים', 'שָׁלוֹם', 'שלום רב', 'שמא', 'שמש', 'תה'],
  ],
  ['signs before digits, whatever they are', ['', '"a"', '#1', '€', '☕ coffee', '1', 'a']],
  ['a text before a longer one', ['bus', 'bus 5', 'bus-stop', 'bus1', 'busy']],
])('the order has %s', (_what, texts) => {
  expect(texts.toReversed().sort(byKey)).toEqual(texts);
});

const letters = fc.constantFrom(...'abzäéßøAÉ אבךכםמשת  0129', 'שׁ', 'בָּ');
const texts = fc.string({ unit: letters, maxLength: 8 });

test('the order of letters, digits and blanks is that of the language library', () => {
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const spaced = (text: string) => text.replace(/ +/g, ' ').trim();
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      expect(Math.sign(byKey(one, other))).toBe(Math.sign(compare(spaced(one), spaced(other))));
    }),
    { numRuns: 700 },
  );
});

test.each(['en', 'he'] as const)('names in %s have a total order', (locale) => {
  const compare = nameOrder(locale);
  const any = fc.oneof(
    texts,
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom("Mom's", 'Mom’s', 'Mom´s'),
  );
  fc.assert(
    fc.property(any, any, any, (a, b, c) => {
      expect(compare(a, b)).toBe(0 - compare(b, a));
      expect(compare(a, b) === 0).toBe(a === b);
      if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
    }),
    { numRuns: 700 },
  );
});

test('names have numbers by their value, and the letters of the reader first', () => {
  const names = ['Item 10', 'פריט 10', 'פריט 2', 'Item 2', 'Ítem 3'];
  expect(names.toSorted(nameOrder('en'))).toEqual(['Item 2', 'Ítem 3', 'Item 10', 'פריט 2', 'פריט 10']);
  expect(names.toSorted(nameOrder('he'))).toEqual(['פריט 2', 'פריט 10', 'Item 2', 'Ítem 3', 'Item 10']);
});
