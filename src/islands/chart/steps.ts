import { type FetchedPage, fetchPage, replaceEach, showLoading } from '../../browser/core/page/fetch-page.ts';
import { hasModifier } from '../../browser/core/page/modifiers.ts';
import { read } from '../../stores/cached-reads.ts';
import { $highlighted } from '../../stores/charts.ts';

const STEP = 'input[type=hidden][name=by]';

/**
 * From now on, links between months and weeks in the section of a chart fetch their page and show its section here;
 * where that fails, they open the page. Returns how to end that.
 */
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
    const found = page.querySelector<HTMLElement>(`section[aria-labelledby="${id}"]`);
    if (!found) throw new Error('The page has no such section.');
    // The page may be shown again.
    const fresh = found.cloneNode(true) as HTMLElement;
    for (const island of section.querySelectorAll('astro-island'))
      island.dispatchEvent(new Event('astro:unmount'));
    for (const island of fresh.querySelectorAll('astro-island')) island.setAttribute('data-wanted', '');
    replaceEach([[section, fresh], ...namesOf(id, page)]);
    keepStep(page);
    const { pathname, search } = new URL(url);
    history.replaceState(history.state, '', pathname + search);
    $highlighted.set(null);
  } finally {
    showLoading(false);
  }
}

// What leads to the section says its heading, which is another one now.
function namesOf(id: string | null, page: Document): [HTMLElement, HTMLElement | undefined][] {
  const link = `nav a[href="#${id}"]`;
  const old = document.querySelector<HTMLElement>(link);
  return old ? [[old, page.querySelector<HTMLElement>(link) ?? undefined]] : [];
}

// Another period is asked for with the step that is shown.
function keepStep(page: Document): void {
  document.querySelector(STEP)?.remove();
  const step = page.querySelector(STEP);
  const form = step?.closest('form')?.getAttribute('action');
  if (step) document.querySelector(`form[action="${form}"]`)?.prepend(step.cloneNode());
}
