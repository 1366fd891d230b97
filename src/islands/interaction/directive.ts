import type { ClientDirective } from 'astro';

// What is pasted by a mouse, dropped or filled in by the browser is an `input` without a key.
const EVENTS = ['pointerover', 'focusin', 'keydown', 'input', 'island:start'];

/**
 * `client:interaction`: loads an island when it is first touched, focused or called. No event is held back: until the
 * island is loaded its plain HTML responds, and React replays the events during hydration. If the script cannot be
 * fetched the plain HTML stays, and the next interaction tries again. One with a name as its value becomes a stop for
 * keys: it is loaded when Tab comes near, and at once where it was left by a link.
 */
const interaction: ClientDirective = (load, { value }, element) => {
  const listen = () => {
    for (const event of EVENTS) element.addEventListener(event, start);
    if (value) awaited.set(element, start);
  };
  const start = async (event?: Event) => {
    if (event?.type === 'focusin' && isByPage(event.target)) return;
    for (const event of EVENTS) element.removeEventListener(event, start);
    awaited.delete(element);
    element.addEventListener('astro:hydration-error', listen, { once: true });
    const hydrate = await load();
    await hydrate();
  };
  listen();
  if (value) document.addEventListener('keyup', startNear);
  // The interaction may have happened before this script was loaded, or with the element that this one replaces.
  const isFocused = element.matches(':focus-within') && !isByPage(document.activeElement);
  const isLeft = value && history.state?.chart === value;
  if (isFocused || isLeft || element.matches(':hover,[data-wanted]')) void start();
};

/** The islands that are a stop for keys once they are loaded, and how that begins. */
const awaited = new Map<Element, () => void>();

/** What may be one of the next stops of Tab, in either direction. */
const STOPS = 'a[href]:not([tabindex]),button,input,select,summary,[tabindex="0"],astro-island';

/** So many stops before and after the focus, islands are loaded. */
const NEAR = 2;

function startNear({ key, target }: KeyboardEvent): void {
  if (key !== 'Tab') return;
  const stops = [...document.querySelectorAll(STOPS)];
  const at = stops.indexOf(target as Element);
  if (at < 0) return;
  for (const stop of stops.slice(Math.max(0, at - NEAR), at + NEAR + 1)) awaited.get(stop)?.();
}

// The focus with which the page begins is no interaction yet: the first key is.
function isByPage(focused: EventTarget | null): boolean {
  return focused instanceof HTMLInputElement && focused.autofocus && focused.value === focused.defaultValue;
}

export default interaction;
