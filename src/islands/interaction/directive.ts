import type { ClientDirective } from 'astro';

// What is pasted by a mouse, dropped or filled in by the browser is an `input` without a key.
const EVENTS = ['pointerover', 'focusin', 'keydown', 'input', 'island:start'];

/**
 * `client:interaction`: loads an island when it is first touched, focused or called. No event is held back: until the
 * island is loaded its plain HTML responds, and React replays the events during hydration. If the script cannot be
 * fetched the plain HTML stays, and the next interaction tries again. With a name as its value, the island's first
 * element is a stop for keys, which its component takes back, and has the focus where that stop was left by a key.
 */
const interaction: ClientDirective = (load, { value }, element) => {
  const listen = () => {
    for (const event of EVENTS) element.addEventListener(event, start);
  };
  const start = async (event?: Event) => {
    if (event?.type === 'focusin' && isByPage(event.target)) return;
    for (const event of EVENTS) element.removeEventListener(event, start);
    element.addEventListener('astro:hydration-error', listen, { once: true });
    const hydrate = await load();
    await hydrate();
  };
  listen();
  if (typeof value === 'string') offerToKeys(element.firstElementChild, value);
  // The interaction may have happened before this script was loaded, or with the element that this one replaces.
  const isFocused = element.matches(':focus-within') && !isByPage(document.activeElement);
  if (isFocused || element.matches(':hover,[data-wanted]')) void start();
};

function offerToKeys(place: Element | null, label: string): void {
  const attributes = { tabindex: '0', role: 'group', 'aria-label': label };
  for (const [name, text] of Object.entries(attributes)) place?.setAttribute(name, text);
  if (history.state?.chart === label && place instanceof HTMLElement) place.focus({ preventScroll: true });
}

// The focus with which the page begins is no interaction yet: the first key is.
function isByPage(focused: EventTarget | null): boolean {
  return focused instanceof HTMLInputElement && focused.autofocus && focused.value === focused.defaultValue;
}

export default interaction;
