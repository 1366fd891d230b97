/** A value within a sentence, isolated in its own direction, as `<bdi>` does where there are tags. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
