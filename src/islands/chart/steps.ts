import { type FetchedPage, fetchPage, replaceEach, showLoading } from '../../browser/core/page/fetch-page.ts';
import { hasModifier } from '../../browser/core/page/modifiers.ts';
import { read } from '../../stores/cached-reads.ts';
import { $highlighted } from '../../stores/charts.ts';

/** Lets links between months and weeks replace the section of a chart in place. Returns how to stop it. */
export function startSteps(chart: HTMLElement): () => void {
  const section = chart.closest('section');
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-chart-step]') : null;
    if (!(link instanceof HTMLAnchorElement) || !section || hasModifier(event)) return;
    event.preventDefault();
    show(section, link.href).catch(() => location.assign(link.href));
  };
  section?.addEventListener('click', follow);
  return () => section?.removeEventListener('click', follow);
}

async function readPage(address: string): Promise<FetchedPage> {
  const page = await fetchPage(address);
  if (!page.ok) throw new Error(`The page answered ${page.status}.`);
  return page;
}

async function show(section: HTMLElement, address: string): Promise<void> {
  showLoading(true);
  try {
    const { document: page, url } = await read('analytics', address, () => readPage(address));
    const id = section.getAttribute('aria-labelledby');
    const shown = page.querySelector<HTMLElement>(`section[aria-labelledby="${id}"]`);
    if (!shown) throw new Error('The page has no such section.');
    // A copy, because the cached page may be shown again.
    const copy = shown.cloneNode(true) as HTMLElement;
    for (const island of section.querySelectorAll('astro-island'))
      island.dispatchEvent(new Event('astro:unmount'));
    for (const island of copy.querySelectorAll('astro-island')) island.setAttribute('data-wanted', '');
    replaceEach([[section, copy], ...othersIn(page)]);
    const { pathname, search } = new URL(url);
    history.replaceState(history.state, '', pathname + search);
    $highlighted.set(null);
  } finally {
    showLoading(false);
  }
}

/** The other links to this page, and the form for other dates, which contain the step that is shown. */
const WITH_STEP = ['main .tabs', '[data-period]'];

function othersIn(page: Document): [HTMLElement, HTMLElement | undefined][] {
  return WITH_STEP.flatMap((selector) => {
    const old = document.querySelector<HTMLElement>(selector);
    const fresh = page.querySelector<HTMLElement>(selector)?.cloneNode(true) as HTMLElement | undefined;
    return old ? [[old, fresh]] : [];
  });
}
