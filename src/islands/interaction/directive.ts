import type { ClientDirective } from 'astro';

const EVENTS = ['pointerover', 'focusin', 'keydown', 'island:start'];

/**
 * `client:interaction`: loads an island when it is first touched, focused or called. No event is held back: until the
 * island is loaded its plain HTML responds, and React replays the events during hydration. If the script cannot be
 * fetched the plain HTML stays, and the next interaction tries again.
 */
const interaction: ClientDirective = (load, _options, element) => {
  const listen = () => {
    for (const event of EVENTS) element.addEventListener(event, start);
  };
  const start = async () => {
    for (const event of EVENTS) element.removeEventListener(event, start);
    element.addEventListener('astro:hydration-error', listen, { once: true });
    const hydrate = await load();
    await hydrate();
  };
  listen();
  // The interaction may have happened before this script was loaded.
  if (element.matches(':focus-within, :hover')) void start();
};

export default interaction;
