/** A value within a sentence, isolated in its own direction, as `<bdi>` does where there are tags. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** A sentence with what it is about, each part in its own direction; no line ends between a minus and its amount. */
export function naming(sentence: string, ...parts: string[]): string {
  return `${sentence}: ${parts.map((part) => isolated(part.replace(/^−/, '−\u2060'))).join(' · ')}`;
}
