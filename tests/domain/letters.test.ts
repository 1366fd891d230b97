import { expect, test } from 'vitest';
import { beginningOf, countLetters, fits } from '../../src/domain/letters.ts';
import { readFlash, writeFlash } from '../../src/http/pages/flash.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const KISS = '👩🏻‍❤️‍💋‍👨🏿';

test.each([
  ['plain', 5],
  ['😀', 1],
  [FAMILY, 1],
  [KISS, 1],
  ['🇮🇱🇺🇸', 2],
  ['e\u0301', 1],
  ['שָׁ', 1],
  ['각', 1],
  ['👍🏽!', 2],
])('%s has %i letters', (text, count) => {
  expect(countLetters(text)).toBe(count);
});

test('a limit counts what people see', () => {
  for (const letter of ['x', 'ש', '😀', FAMILY, KISS, 'e\u0301', 'שָׁ']) {
    expect(fits(letter.repeat(255), 255), letter).toBe(true);
    expect(fits(letter.repeat(256), 255), letter).toBe(false);
  }
});

test('a letter of very many marks does not fit, nor do very many parts', () => {
  expect(fits(`e${'\u0301'.repeat(1000)}`, 255)).toBe(false);
  expect(fits('x'.repeat(10_000_000), 255)).toBe(false);
  expect(fits(`e${'\u0301'.repeat(20)}`.repeat(255), 255)).toBe(false);
});

test('the beginning of a text has whole letters', () => {
  expect(beginningOf(`ab${FAMILY}c`, 3)).toBe(`ab${FAMILY}`);
  expect(beginningOf(`ab${FAMILY}c`, 4)).toBe(`ab${FAMILY}c`);
  expect(beginningOf(`ab${FAMILY}c`, 9, 5)).toBe('ab');
  expect(beginningOf('e\u0301e\u0301', 1)).toBe('e\u0301');
  expect(beginningOf('short', 10)).toBe('short');
});

test('a message that names something long is kept by browsers as a cookie', () => {
  const name = FAMILY.repeat(255);
  const value = writeFlash({ kind: 'success', text: `“${name}” deleted` }, 'secret');
  expect(value.length).toBeLessThan(4000);
  expect(readFlash(value, 'secret')?.text).toMatch(new RegExp(`^“(${FAMILY})+…$`));
  const short = { kind: 'success', text: `“${'ש'.repeat(255)}” נמחקה` } as const;
  expect(readFlash(writeFlash(short, 'secret'), 'secret')).toEqual(short);
});
