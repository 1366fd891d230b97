/** Returns the first copy of each equal text: a hundred thousand rows repeat the same days, accounts and currencies. */
export function stringPool(): <Text extends string>(text: Text) => Text {
  const texts = new Map<string, string>();
  return <Text extends string>(text: Text) => {
    const pooled = texts.get(text);
    if (pooled !== undefined) return pooled as Text;
    texts.set(text, text);
    return text;
  };
}
