import type { AstroIntegration } from 'astro';

/** Adds `/preview` to the development server only. */
export function preview(): AstroIntegration {
  return {
    name: 'pruta:preview',
    hooks: {
      'astro:config:setup': ({ command, injectRoute, addMiddleware }) => {
        if (command !== 'dev') return;
        injectRoute({ pattern: '/preview', entrypoint: new URL('preview.astro', import.meta.url) });
        addMiddleware({ order: 'pre', entrypoint: new URL('middleware.ts', import.meta.url) });
      },
    },
  };
}
