/** Removes a field's error from the error summary, and the summary once it is empty. */
export function clearSummary({ id }: HTMLElement): void {
  const line = document.querySelector(`.error-summary a[href="#${id}"]`)?.closest('li');
  const summary = line?.closest('.error-summary');
  line?.remove();
  if (summary && !summary.querySelector('li')) summary.remove();
}
