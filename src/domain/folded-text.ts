/** Text as search and names are compared: one writing of each letter, no case. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * What a search asks for: pieces of text between spaces, each of which must stand somewhere, inside words too. A piece
 * within another one is left out, since it costs a look at every row and finds nothing else.
 */
export function searchedWords(search: string): string[] {
  const words = [...new Set(folded(search).split(/\s+/).filter(Boolean))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}
