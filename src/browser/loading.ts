/** Shows the loading bar while a script brings something new into the page. */
export function tellLoading(begins: boolean): void {
  dispatchEvent(new CustomEvent('loading', { detail: begins }));
}
