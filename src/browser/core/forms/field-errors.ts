/** Removes a field's error from the error summary, and the summary once it is empty. */
export function clearSummary({ id }: HTMLElement): void {
  const line = document.querySelector(`.error-summary a[href="#${id}"]`)?.closest('li');
  const summary = line?.closest('.error-summary');
  line?.remove();
  if (summary && !summary.querySelector('li')) summary.remove();
}

/** Removes the server's error of a field, there and in the summary. */
export function clearError(field: HTMLElement): void {
  const error = field.id && document.getElementById(`${field.id}-error`);
  if (!error) return;
  error.remove();
  field.ariaInvalid = null;
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const others = described.filter((id) => id !== error.id).join(' ');
  if (others) field.setAttribute('aria-describedby', others);
  else field.removeAttribute('aria-describedby');
  clearSummary(field);
}
