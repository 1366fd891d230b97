import { fetchPage } from './core/page/fetch-page.ts';

/** How often the page asks whether the maintenance is over, in milliseconds. */
const INTERVAL = 10_000;

const page = document.querySelector<HTMLElement>('[data-maintenance]');
if (page) look(page);

function look(page: HTMLElement): void {
  const note = page.querySelector<HTMLElement>('[data-maintenance-looks]');
  if (note) note.hidden = false;
  const timer = setInterval(async () => {
    if (document.hidden || (await isOn())) return;
    clearInterval(timer);
    if (note) note.hidden = true;
    // Only the person sends typed values.
    if (page.dataset.typed === undefined) location.replace(page.dataset.maintenance ?? '/');
    else showOver(page);
  }, INTERVAL);
}

function isOn(): Promise<boolean> {
  return fetchPage('/maintenance', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => !ok,
    () => true,
  );
}

function showOver(page: HTMLElement): void {
  const status = page.querySelector<HTMLElement>('[data-maintenance-over]');
  if (status) status.textContent = status.dataset.maintenanceOver ?? '';
}
