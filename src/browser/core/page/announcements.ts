/** Polite live regions; errors are in others. */
const POLITE = '[role=status], [aria-live=polite]';

/** The previous `aria-live` of muted regions. */
const muted = new Map<Element, string | null>();

let observer: MutationObserver | undefined;

function muteAdded(changes: MutationRecord[]): void {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node instanceof Element) mute(node);
}

/** Mutes polite live regions, now and later, while announcements are off, and unmutes them afterwards. */
export function followAnnouncements(): void {
  observer?.disconnect();
  if (document.documentElement.dataset.announcements === 'off') {
    mute(document.documentElement);
    observer ??= new MutationObserver(muteAdded);
    observer.observe(document.documentElement, { childList: true, subtree: true });
    return;
  }
  for (const [region, before] of muted) region.ariaLive = before;
  muted.clear();
  // Those that the server rendered muted.
  for (const region of document.querySelectorAll('[role=status][aria-live=off]')) region.ariaLive = null;
}

function mute(part: Element): void {
  for (const region of [part, ...part.querySelectorAll(POLITE)]) {
    if (!region.matches(POLITE) || region.ariaLive === 'off') continue;
    muted.set(region, region.ariaLive);
    region.ariaLive = 'off';
  }
}
