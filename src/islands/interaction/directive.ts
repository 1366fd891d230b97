import type { ClientDirective } from 'astro';

const EVENTS = ['pointerover', 'focusin', 'keydown', 'island:wake'];

/**
 * `client:interaction`: loads an island when somebody first touches, focuses or calls it. No event is held back: until
 * the island is there its plain HTML answers, and React repeats for itself what happens while it takes over. Where the
 * script cannot be fetched the plain HTML stays, and the next touch tries again.
 */
const interaction: ClientDirective = (load, _options, element) => {
  const listen = () => {
    for (const event of EVENTS) element.addEventListener(event, wake);
  };
  const wake = async () => {
    for (const event of EVENTS) element.removeEventListener(event, wake);
    element.addEventListener('astro:hydration-error', listen, { once: true });
    const hydrate = await load();
    await hydrate();
  };
  listen();
  // Somebody may have been quicker than this script.
  if (element.matches(':focus-within, :hover')) void wake();
};

export default interaction;
