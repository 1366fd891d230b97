const BARS = '.phone-bar, .selection-bar, .fab';

/** Below this width, in pixels, there is room for one. */
const PHONE = 640;

let watched: ResizeObserver | undefined;

/** Keeps toasts above the bars at the lower edge and a phone's keyboard, and off the focused element. */
export function keepClear(region: HTMLElement): void {
  const place = () => {
    showLatest(region);
    placeAbove(region);
  };
  if (!watched) {
    watched = new ResizeObserver(place);
    watched.observe(region);
    for (const kind of ['change', 'list:shown', 'focusin', 'scroll']) document.addEventListener(kind, place);
    for (const screen of [window, visualViewport]) screen?.addEventListener('resize', place);
  }
  place();
}

/** On a phone only the latest toast is shown; the one before returns once that is closed. */
function showLatest(region: HTMLElement): void {
  const toasts = [...region.querySelectorAll<HTMLElement>('.toast')];
  const latest = toasts.toSorted((one, other) => ageOf(one) - ageOf(other))[0];
  for (const toast of toasts) toast.hidden = innerWidth < PHONE && toast !== latest;
}

const ageOf = ({ dataset }: HTMLElement) => -Number(dataset.at ?? 0);

function placeAbove(region: HTMLElement): void {
  const { style } = document.documentElement;
  if (!region.querySelector('.toast')) {
    style.removeProperty('scroll-padding-block-end');
    return;
  }
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
  const above = Math.max(0, innerHeight - height - offsetTop, ...barsUnder(region));
  region.style.insetBlockEnd = `${above}px`;
  region.style.maxBlockSize = `${(innerHeight - above) / 3}px`;
  style.scrollPaddingBlockEnd = `${above + region.offsetHeight + 16}px`;
  const { activeElement: focused } = document;
  if (focused && overlap(focused, region)) uncover(focused, region);
}

function uncover(focused: Element, region: Element): void {
  focused.scrollIntoView({ block: 'nearest' });
  // Chromium stops short within a row that scrolls sideways.
  const [{ top, bottom }, toasts] = [focused.getBoundingClientRect(), region.getBoundingClientRect()];
  if (overlap(focused, region)) scrollBy(0, Math.max(0, Math.min(top - 48, bottom - toasts.top + 16)));
}

function barsUnder(region: HTMLElement): number[] {
  const { left, right } = region.getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>(BARS)].flatMap((bar) => {
    const { position, bottom } = getComputedStyle(bar);
    const box = bar.getBoundingClientRect();
    const isBelow = ['fixed', 'sticky'].includes(position) && box.left < right && box.right > left;
    return isBelow ? [Number.parseFloat(bottom) + box.height] : [];
  });
}

function overlap(focused: Element, region: Element): boolean {
  if (region.contains(focused)) return false;
  const [a, b] = [focused.getBoundingClientRect(), region.getBoundingClientRect()];
  return a.bottom > b.top && a.top < b.bottom && a.left < b.right && a.right > b.left;
}
