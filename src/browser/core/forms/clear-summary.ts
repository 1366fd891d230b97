/** Takes what was wrong with a field out of the summary of errors, and the summary away once it says nothing else. */
export function clearSummary({ id }: HTMLElement): void {
  const line = document.querySelector(`.error-summary a[href="#${id}"]`)?.closest('li');
  const summary = line?.closest('.error-summary');
  line?.remove();
  if (summary && !summary.querySelector('li')) summary.remove();
}
