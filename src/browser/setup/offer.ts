/** Milliseconds before the guide opens, so that the dashboard is seen first. */
const DELAY = 800;

const card = document.querySelector('[data-setup-card]');

if (card && document.documentElement.dataset.reader !== 'on') setTimeout(whenQuiet, DELAY);

/** Not before the page itself is loaded and has nothing left to do. */
function whenQuiet(): void {
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(offerGuide, { timeout: 2000 }) : offerGuide();
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

function offerGuide(): void {
  const isBusy = document.activeElement?.matches('input, select, textarea');
  const link = card?.querySelector<HTMLAnchorElement>('a[data-panel]');
  if (!link || isBusy || document.querySelector('dialog[open], details[data-menu][open]')) return;
  void import('../panel/panel.ts').then(
    ({ openPanel }) => openPanel(link),
    // The card also links to it.
    () => {},
  );
}
