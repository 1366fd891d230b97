/** Milliseconds before the guide opens, so that the dashboard is seen first. */
const DELAY = 800;

const card = document.querySelector('[data-setup-card]');

if (card && document.documentElement.dataset.reader !== 'on') setTimeout(offerGuide, DELAY);

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
