import { amountText, type DecimalMark } from '../../domain/amount-text.ts';

/** Rewrites a field to the amount in it and keeps the caret where the person is typing. */
export function tidyAmount(input: HTMLInputElement, own: DecimalMark): void {
  const tidy = amountText(input.value, own);
  if (tidy === input.value) return;
  const caret = amountText(input.value.slice(0, input.selectionStart ?? undefined), own).length;
  input.value = tidy;
  input.setSelectionRange(caret, caret);
}
