import { expect, test } from 'vitest';
import { searchedWords } from '../../src/domain/folded-text.ts';

test('a search has each word once, normalised', () => {
  expect(searchedWords('  Milk ﬁsh\tMILK ')).toEqual(['milk', 'fish']);
  expect(searchedWords('')).toEqual([]);
});

test('a word that is part of another one is left out, so that many short ones cost no more than a long one', () => {
  expect(searchedWords('i 2 milk ilk 24 i')).toEqual(['milk', '24']);
  expect(searchedWords('קפה בקפה')).toEqual(['בקפה']);
  expect(searchedWords('a '.repeat(100))).toEqual(['a']);
});
