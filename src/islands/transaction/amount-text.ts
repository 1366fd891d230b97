/** What an amount field keeps of typed or pasted text: digits, one point, two decimals (`₪1,234.50` → `1234.50`). */
export function amountText(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.');
  if (rest.length === 0) return whole;
  return `${whole}.${rest.join('').slice(0, 2)}`;
}

/** Rewrites a field to the amount in it and keeps the caret where the person is typing. */
export function tidyAmount(input: HTMLInputElement): void {
  const tidy = amountText(input.value);
  if (tidy === input.value) return;
  const caret = amountText(input.value.slice(0, input.selectionStart ?? undefined)).length;
  input.value = tidy;
  input.setSelectionRange(caret, caret);
}
