/** Texts by full key (`transactions:form.amount`). */
export type Texts = Record<string, string>;

/** Puts the area before each key: `amountMin` of `errors` → `errors:amountMin`. */
export function keyed(area: string, texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${area}:${key}`, text]));
}
