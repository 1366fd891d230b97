import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLine } from '../../../../src/domain/transactions/quick-entry/parse-line.ts';
import { ENGLISH, HEBREW, READER } from './lines.ts';

describe.each([
  ['English', ENGLISH],
  ['Hebrew', HEBREW],
])('a line in %s is read as a person means it', (_language, rows) => {
  test.each(rows)('%s', (line, amount, description, meant = {}) => {
    const { by, ...said } = meant;
    const reader = { ...READER, ...by };
    const { type, category, unknownCategory, isImpossibleDate, ...read } = parseLine(line, reader);
    expect({ type: type ?? 'expense', ...read, category: category?.names[0] }).toEqual({
      type: 'expense',
      amount,
      description,
      date: reader.today,
      time: undefined,
      category: undefined,
      isOtherCurrency: false,
      isUnsure: false,
      ...said,
    });
    expect({ unknownCategory, isImpossibleDate }).toEqual({
      unknownCategory: undefined,
      isImpossibleDate: false,
    });
  });
});

const KNOWN = [...ENGLISH, ...HEBREW].flatMap(([line]) => line.split(' '));
const known = fc.constantFrom(...KNOWN);
const anyText = fc.string({ unit: 'grapheme', maxLength: 60 });
// Letters that form no word of either language.
const anyWord = fc.stringMatching(/^(?:[qwzj]{3,8}|[סטצזג]{3,8})$/);
const lineOf = (...words: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...words), { maxLength: 12 }).map((all) => all.join(' '));

describe('any line', () => {
  test('is read without failing, and its amount has the digits that were typed', () => {
    fc.assert(
      fc.property(lineOf(known, anyText, anyWord), (line) => {
        const { amount, description, isOtherCurrency } = parseLine(line, READER);
        expect(description.length).toBeLessThanOrEqual(line.length);
        const isScaled = /k|thousand|million|אל[ףפ]|מיליון|אג|half|חצי/iu.test(line.normalize('NFKC'));
        if (isOtherCurrency || isScaled) return;
        const digits = (text: string) => text.normalize('NFKC').replace(/\D/g, '');
        expect(digits(line)).toContain(digits(amount));
      }),
      { numRuns: 1500 },
    );
  });

  test('keeps every word that means nothing else in its description, in order', () => {
    const words = fc.array(anyWord, { minLength: 1, maxLength: 5 });
    const others = fc.constantFrom(
      'yesterday',
      'לפני שבוע',
      '12.50',
      '1 000',
      '₪4k',
      'at 8:30',
      '#coffee',
      '15/11',
    );
    fc.assert(
      fc.property(words, fc.array(fc.tuple(others, fc.nat(5)), { maxLength: 3 }), (plain, inserted) => {
        const line = [...plain];
        for (const [other, at] of inserted) line.splice(at, 0, other);
        const kept = parseLine(line.join(' '), READER).description.split(' ');
        expect(kept.filter((word) => plain.includes(word))).toEqual(plain);
      }),
      { numRuns: 1500 },
    );
  });

  test('with one number has it as the amount, in every notation', () => {
    const words = fc.array(anyWord, { minLength: 1, maxLength: 4 });
    const marks = fc.constantFrom([',', '.'], ['.', ','], [' ', ','], ['\u00a0', ','], ["'", '.'], [
      '',
      '.',
    ] as const);
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 1, max: 99_999_999 }),
        marks,
        fc.nat(4),
        (plain, minor, own, at) => {
          const [group = '', decimal = '.'] = own;
          const whole = String(Math.floor(minor / 100)).replace(/(?<=\d)(?=(?:\d{3})+$)/g, group);
          const number = `${whole}${decimal}${String(minor % 100).padStart(2, '0')}`;
          const line = plain.toSpliced(at, 0, number).join(' ');
          const reader = { ...READER, decimal_separator: decimal as '.', thousand_separator: group };
          const { amount, description } = parseLine(line, reader);
          expect(Math.round(Number(amount.replace(',', '.')) * 100)).toBe(minor);
          expect(description).toBe(plain.join(' '));
        },
      ),
      { numRuns: 1500 },
    );
  });
});
