const START = '\u2068';
const END = '\u2069';

/** Marks text from outside with Unicode's isolates, so that its direction does not disturb the sentence around it. */
export function isolated(text: string): string {
  return `${START}${plain(text)}${END}`;
}

/** Turns isolated parts of escaped HTML into `<bdi>`. */
export function isolatesToHtml(html: string): string {
  return html.replaceAll(START, '<bdi>').replaceAll(END, '</bdi>');
}

/** Removes the marks, which not every mail program hides in plain text. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(START, '').replaceAll(END, '');
}

/**
 * A first name that can be used in a greeting; null for one that is empty or that a mail program would turn into a
 * link, because anybody can register a stranger's address and write an advertisement as the name.
 */
export function greetable(name: string): string | null {
  const clean = plain(name).trim();
  return clean === '' || /:\/\/|@|www\.|[\p{L}\p{N}]\.[\p{L}]{2,}/iu.test(clean) ? null : clean;
}

/** Without line breaks, other control characters and marks that turn the writing direction. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202E\u2066-\u2069]+/gu, ' ');
}
