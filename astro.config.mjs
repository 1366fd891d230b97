import node from '@astrojs/node';
import react from '@astrojs/react';
import unocss from '@unocss/astro';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { dialogTexts } from './scripts/dialog-texts.ts';
import { interaction } from './src/islands/interaction/integration.mjs';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [
    react(),
    unocss({ injectReset: false }),
    astroI18next({ configPath: './astro-i18next.config.cjs' }),
    interaction(),
    dialogTexts(),
  ],
  server: { host: '127.0.0.1', port: 4321 },
  // The newer whitespace mode joins inline text ("Balance₪50").
  compressHTML: true,
  // One stylesheet and one script, cached for good: nothing inline but what the policy lists by hash.
  build: { inlineStylesheets: 'never' },
  vite: {
    build: { assetsInlineLimit: 0 },
    // Every island needs all of React, and files of a few lines are not worth a request with its headers.
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown.runtime/ },
                  { name: 'say', test: /src\/(browser\/toast|islands\/transaction\/speaker)\.ts$/ },
                  // Small scripts need these too, and would wait for whichever group had taken them along.
                  { name: 'preload-helper', test: /vite\/preload-helper/ },
                  { name: 'atom', test: /node_modules\/nanostores\/atom/ },
                  { name: 'api-client', test: /src\/islands\/api-client\.ts$/ },
                  { name: 'format', test: /src\/i18n\/format\.ts$/ },
                  // What the form and the wizard share is no file of its own: far more people open the form.
                  { name: 'form', test: /src\/islands\/transaction\//, minShareCount: 2 },
                ],
              },
            },
          },
        },
      },
    },
    // Made of hundreds of small files, of which a few functions are used: bundled, the server starts sooner.
    ssr: { noExternal: ['date-fns', '@date-fns/tz', 'valibot', 'i18next'] },
  },
  devToolbar: { enabled: false },
  // The front door has the origin rule: this one lets JSON through and turns text browsers away.
  security: {
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ],
    },
  },
});
