import { astro, FetchState, getFetchState } from 'astro/hono';
import { startApp } from './app.ts';
import { cookieNames } from './http/authentication/cookies.ts';
import { createPages, errorPagePath, insteadOf } from './http/pages/render.ts';
import { createPipeline } from './http/pipeline.ts';

const app = await startApp();
const names = cookieNames(app.config.secure);
const render = astro();

const pages = createPages(names, BUILD, async (call, { locals, policy }) => {
  const path = locals.error ? errorPagePath(call.req.path, locals.error) : insteadOf(call.req.path);
  if (path) {
    call.set('fetchState', new FetchState(new Request(new URL(path, call.req.url))));
  }
  const state = getFetchState(call);
  state.locals = locals;
  // Pages are sent whole with an ETag; streaming would only cost time.
  state.streaming = false;
  // Astro would compute its policy for each request.
  if (policy) state.shouldInjectCspMetaTags = false;
  const answer = await render(call, async () => undefined);
  // Astro's objects outlive the answer and would keep it in memory (decision 0106).
  state.response = undefined;
  return answer ?? new Response(null, { status: 404 });
});

const pipeline = createPipeline(app, pages.render);

// Render one page now so that the first request does not wait for compilation.
if (import.meta.env.PROD) pages.setPolicyFrom(await pipeline.request(`${app.config.PUBLIC_URL}/legal/terms`));

export default pipeline;
