/**
 * Whether a script asks for a page to show it in a panel. A page with a view for panels leads there, whichever form led
 * to it, and the view leads anybody else to the page.
 */
export function isForPanel({ headers }: Request): boolean {
  return headers.has('in-panel');
}
