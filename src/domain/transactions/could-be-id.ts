/** Whether a text can be the id of anything: no other is worth a question, and PostgreSQL fails at the NUL in some. */
export function couldBeId(text: string): boolean {
  return /^[\w-]{1,40}$/.test(text);
}
