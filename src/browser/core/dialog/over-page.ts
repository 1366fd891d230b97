/** The address below what lies over the page, while something does. */
let below: string | undefined;
/** Whether the browser is on its way back from an entry of ours. */
let returning = false;

const isOurs = () => Boolean(history.state?.over);
const enter = () => history.pushState({ ...history.state, over: true }, '');

/** Gives a dialog over the page an entry of the history: the browser's Back closes the dialog and not the page. */
export function coverPage(): void {
  below ??= location.href;
  if (!isOurs()) enter();
}

/** Takes the entry away again, once the dialog has closed. */
export function uncoverPage(): void {
  below = undefined;
  if (!isOurs() || returning) return;
  returning = true;
  history.back();
}

/** Once the browser is back on the page's own entry: what leaves the page before would be lost. */
export async function uncovered(): Promise<void> {
  if (isOurs()) await new Promise((done) => addEventListener('popstate', done, { once: true }));
}

addEventListener('popstate', () => {
  const isBack = returning;
  returning = false;
  // Forward leads to nothing that is still there.
  if (isOurs() && !below) uncoverPage();
  // A link within the dialog has another address.
  if (isOurs() || location.href !== below) return;
  const dialog = isBack
    ? undefined
    : [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  // As Escape would: unsaved values are asked about first.
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  if (below) enter();
});

// The page was loaded again with a dialog over it.
if (isOurs()) uncoverPage();
