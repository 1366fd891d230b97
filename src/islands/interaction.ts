import type { ClientDirective } from 'astro';

// Pasting by mouse, dropping and autofill cause an `input` without a key.
const EVENTS = ['pointerover', 'focusin', 'keydown', 'input', 'island:start'];

/**
 * `client:interaction`: loads an island when it is first touched, focused or called. No event is held back: the plain
 * HTML responds until the island is loaded, and React replays the events during hydration. If the script cannot be
 * fetched, the next interaction tries again. An island with a name as its value can be focused once it is loaded: it is
 * loaded when Tab comes near, or at once after returning to a link left from it.
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
    // Where it was touched, which React does not tell the island.
    if (event instanceof PointerEvent) element.dataset.touched = `${event.clientX} ${event.clientY}`;
    element.addEventListener('astro:hydration-error', listen, { once: true });
    const hydrate = await load();
    await hydrate();
  };
  listen();
  if (value) document.addEventListener('keyup', startNear);
  // The interaction may have preceded this script, or happened in the element that this one replaces.
  const isFocused = element.matches(':focus-within') && !isByPage(document.activeElement);
  const isLeft = value && history.state?.chart === value;
  if (isFocused || isLeft || element.matches(':hover,[data-wanted]')) void start();
};

/** The islands that can be focused once they are loaded, with the functions that load them. */
const awaited = new Map<Element, () => void>();

/** Elements that may be the next stop of Tab, in either direction. */
const STOPS = 'a[href]:not([tabindex]),button,input,select,summary,[tabindex="0"],astro-island';

/** Islands within this many stops of the focus are loaded. */
const NEAR = 2;

function startNear({ key, target }: KeyboardEvent): void {
  if (key !== 'Tab') return;
  // What is in a closed fold is no stop. An island has no box of its own.
  const stops = [...document.querySelectorAll(STOPS)].filter(
    (stop) => awaited.has(stop) || stop.checkVisibility(),
  );
  const index = stops.indexOf(target as Element);
  if (index < 0) return;
  for (const stop of stops.slice(Math.max(0, index - NEAR), index + NEAR + 1)) awaited.get(stop)?.();
}

// The initial focus of a page is not an interaction; the first key is.
function isByPage(focused: EventTarget | null): boolean {
  return focused instanceof HTMLInputElement && focused.autofocus && focused.value === focused.defaultValue;
}

export default interaction;
