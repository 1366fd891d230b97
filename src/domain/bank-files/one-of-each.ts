/** One copy of each text, for what a hundred thousand rows say over and over: days, accounts, currencies. */
export function oneOfEach(): <Text extends string>(text: Text) => Text {
  const texts = new Map<string, string>();
  return <Text extends string>(text: Text) => {
    const known = texts.get(text);
    if (known !== undefined) return known as Text;
    texts.set(text, text);
    return text;
  };
}
