/**
 * Gives the field of a pressed button its value. Such a button has both in its name, as `theme=dark`, because text
 * browsers show the value of a button, and send one of their own for a button without.
 */
export function withPressedButton(form: FormData): FormData {
  for (const name of [...form.keys()]) {
    const equals = name.indexOf('=');
    if (equals < 0) continue;
    form.delete(name);
    form.set(name.slice(0, equals), name.slice(equals + 1));
  }
  return form;
}
