import { astro, FetchState, getFetchState } from 'astro/hono';
import { startApp } from './app.ts';
import { cookieNames } from './door/cookies.ts';
import { createFrontDoor } from './door/front.ts';
import { createPages } from './door/pages.ts';
import { refusalPage } from './door/refusal-page.ts';

const app = await startApp();
const names = cookieNames(app.config.secure);
const render = astro();

const pages = createPages(app, names, async (call, { locals, policy }) => {
  // A request that was refused is not looked at again: its person gets the page that says why.
  if (locals.refusal) {
    const place = refusalPage(call.req.path, locals.refusal);
    call.set('fetchState', new FetchState(new Request(new URL(place, call.req.url))));
  }
  const state = getFetchState(call);
  Object.assign(state.locals, locals);
  // A page is sent whole, with its ETag: making it in pieces would only cost time.
  state.streaming = false;
  // The framework would work its policy out anew for each request.
  if (policy) state.shouldInjectCspMetaTags = false;
  return (await render(call, async () => undefined)) ?? new Response(null, { status: 404 });
});

/** The front door of everything: the API answers by itself, pages are Astro's. */
const door = createFrontDoor(app, pages.answer);

// One page is made before the first visitor comes, so that nobody waits for what is compiled on first use.
if (import.meta.env.PROD) pages.settle(await door.request(`${app.config.PUBLIC_URL}/legal/terms`));

app.answer = (request) => door.fetch(request);

export default door;
