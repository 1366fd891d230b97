/**
 * The id of the row whose button was pressed; undefined if it was another button. Such a button is named by a prefix and
 * the id, because text browsers show the value of a button.
 */
export function pressedRow(form: FormData | null | undefined, prefix: string): string | undefined {
  const name = [...(form?.keys() ?? [])].find((key) => key.startsWith(prefix));
  return name?.slice(prefix.length);
}
