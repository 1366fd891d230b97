import { expect, test } from 'vitest';
import { folded, searchedWords } from '../../src/domain/folded-text.ts';

test.each([
  [
    'apostrophes',
    "Levi's",
    ['Levi’s', 'LEVI‘S', 'Levi׳s', 'Levi′s', 'Leviʼs', 'Levi`s', 'Levi´s', 'Levi＇s'],
  ],
  ['quotation marks', 'ארה"ב', ['ארה״ב', 'ארה”ב', 'ארה“ב', 'ארה„ב', 'ארה″ב', "ארה''ב", 'ארה׳׳ב', 'ארה＂ב']],
  ['dashes', 'a-b', ['a‐b', 'a‑b', 'a‒b', 'a–b', 'a—b', 'a―b', 'a־b', 'a−b', 'a－b', 'a﹣b']],
  [
    'blanks',
    'a b',
    ['a\u00a0b', 'a\u2009b', 'a\u202fb', 'a\u3000b', 'a\tb', 'a \n b', 'a\u0085b', ' a b ', ' a b'],
  ],
  ['niqqud and cantillation', 'שלום בראשית', ['שָׁלוֹם בְּרֵאשִׁ֖ית', 'שׁלום בראשית']],
  ['accents', 'cafe creme naive', ['Café Crème naïve', 'Cafe\u0301 cre\u0300me nai\u0308ve']],
  [
    'letters that are taken apart nowhere',
    'strasse smorrebrod lodz',
    ['Straße Smørrebrød Łódź', 'STRAẞE SMØRREBRØD ŁÓDŹ'],
  ],
  ['every i of Turkish', 'istanbul', ['İstanbul', 'ISTANBUL', 'ıstanbul', 'i̇stanbul']],
  ['ligatures and full width', 'fish 12', ['ﬁsh 12', 'Ｆｉｓｈ １２']],
  [
    'what nobody sees',
    'shalom',
    [
      'sha\u00adlom',
      'sha\u200blom',
      '\u200fshalom\u200e',
      '\u2067shalom\u2069',
      'sha\u2060lom',
      '\ufeffshalom',
    ],
  ],
])('texts are the same whatever the form of their %s', (_kind, plain, others) => {
  for (const other of others) expect(folded(other)).toBe(folded(plain));
});

test('different letters stay different: final ones of Hebrew, voiced ones of Kana, vowels of Hindi', () => {
  for (const [one = '', other = ''] of [
    ['שם', 'שמ'],
    ['か', 'が'],
    ['कि', 'कु'],
    ['ש', 'שש'],
    ['a', 'а'],
  ])
    expect(folded(one)).not.toBe(folded(other));
});

test('what is folded stays the same when it is folded again, for every letter of Unicode', () => {
  for (let block = 0; block < 0x1100; block += 1) {
    const letters = Array.from({ length: 256 }, (_, at) => String.fromCodePoint(block * 256 + at));
    const text = letters.filter((letter) => letter.isWellFormed()).join('a');
    expect(folded(folded(text))).toBe(folded(text));
  }
});

test('what is folded stays the same when it is folded again, for random texts', () => {
  const letters = [
    ...'aIıİßẞæΣςσ\u0301\u05b8ׁאםמ׳״\'"`´-–־ \u00a0\u200b\u200f\u00adがか\u3099\u1100\u1161ﬁſK½５\n\t〱',
  ];
  let seed = 1;
  const next = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let count = 0; count < 20_000; count += 1) {
    const text = Array.from({ length: 1 + next(8) }, () =>
      next(3) > 0 ? letters[next(letters.length)] : String.fromCodePoint(0x20 + next(0x3000)),
    ).join('');
    expect(folded(folded(text))).toBe(folded(text));
  }
});

test('a search has each word once, normalised', () => {
  expect(searchedWords('  Milk ﬁsh\tMILK ')).toEqual(['milk', 'fish']);
  expect(searchedWords('')).toEqual([]);
});

test('a word that is part of another one is left out, so that many short ones cost no more than a long one', () => {
  expect(searchedWords('i 2 milk ilk 24 i')).toEqual(['milk', '24']);
  expect(searchedWords('קפה בקפה')).toEqual(['בקפה']);
  expect(searchedWords('a '.repeat(100))).toEqual(['a']);
});
