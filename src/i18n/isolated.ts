/** A value within a sentence, isolated in its own direction, as `<bdi>` does where there are tags. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** The same for an amount with its sign: no line ends between a minus and what it belongs to. */
export function isolatedAmount(text: string): string {
  return isolated(text.replace(/^−/, '−\u2060'));
}

/** A sentence with what it is about, each part in its own direction. */
export function naming(sentence: string, ...parts: string[]): string {
  return `${sentence}: ${parts.map(isolatedAmount).join(' · ')}`;
}
