/** What a form has sent that could not be accepted yet. */
export interface WaitingFields {
  values: [name: string, value: string][];
  /** Whether it had passwords or files too, which are never written into a page. */
  hasSecrets: boolean;
}

const SECRET = /password/i;

/** The fields of the posted form, to be sent again from another page; null for requests without one. */
export function waitingFields({ form }: Pick<App.Locals, 'form'>): WaitingFields | null {
  if (!form) return null;
  const all = [...form];
  const values = all.filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !SECRET.test(field[0]),
  );
  return { values, hasSecrets: values.length < all.length };
}
