/** Text in the form in which search and names are compared: normalised, without case. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * The words of a search, each of which must occur somewhere, also inside words. A word that is part of another one is
 * left out, since it costs a scan of every row and changes nothing.
 */
export function searchedWords(search: string): string[] {
  const words = [...new Set(folded(search).split(/\s+/).filter(Boolean))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}
