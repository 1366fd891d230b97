import type { AstroIntegration } from 'astro';

/** Adds `/preview`, every part in its states, to the server of development; a build has no such address. */
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
