import node from '@astrojs/node';
import react from '@astrojs/react';
import unocss from '@unocss/astro';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { allowedScripts } from './scripts/allowed-scripts.ts';
import { dialogTexts } from './scripts/dialog-texts.ts';
import { fingerprint } from './scripts/fingerprint.ts';
import { guestStyles } from './scripts/guest-styles.ts';
import { preview } from './scripts/preview/integration.ts';
import { scriptNames } from './scripts/script-names.ts';

/** Bundles our server and its threads with everything they need, in place of the adapter's entry. */
const bundle = {
  name: 'pruta:bundle',
  apply: 'build',
  // After the adapter, which has named its own entry.
  enforce: 'post',
  config({ environments: { client, ssr } }) {
    // Without it every page asks whether the browser knows `modulepreload`, which all we support do.
    client.build.modulePreload = { polyfill: true };
    // React has two builds, chosen by this: the development build is left out.
    ssr.define = { 'process.env.NODE_ENV': '"production"' };
    // sharp is native code; pg is needed only with PostgreSQL, the others only in their thread.
    ssr.resolve = { noExternal: true, external: ['sharp', 'pg', 'pdfkit', 'bidi-js'] };
    ssr.build.sourcemap = true;
    ssr.build.rolldownOptions = {
      input: {
        server: './src/server.ts',
        'reading-thread': './src/db/reading-thread.ts',
        'generation-thread': './src/jobs/generation-thread.ts',
        'backup-thread': './src/jobs/backup-thread.ts',
        'statement-thread': './src/domain/export/pdf/thread.ts',
        'bank-file-reader': './src/domain/bank-files/reading/reader-process.ts',
      },
      output: { entryFileNames: '[name].mjs', sourcemapExcludeSources: true },
    };
  },
};

/**
 * In development the server does without the library that draws charts in the browser: only a bundler resolves the imports
 * of its files, and a page that cannot be loaded is answered like one that does not exist.
 */
const withoutDrawing = {
  name: 'pruta:without-drawing',
  apply: 'serve',
  enforce: 'pre',
  config: () => ({ ssr: { noExternal: ['frappe-charts'] } }),
  load: (id, options) =>
    options?.ssr && id.includes('/frappe-charts/') ? 'export default class {}' : undefined,
};

/** The `client:interaction` directive: an island is loaded when it is first used. */
const interaction = {
  name: 'pruta:interaction',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'interaction', entrypoint: './src/islands/interaction.ts' });
    },
  },
};

// Pages and the lists of what to load ahead carry these names: words in them would be sent with every page.
const SCRIPT = '_astro/[hash].js';
const ASSET = '_astro/[hash][extname]';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [
    react(),
    unocss({ injectEntry: false }),
    astroI18next({ configPath: './astro-i18next.config.cjs' }),
    interaction,
    dialogTexts(),
    allowedScripts(),
    guestStyles(),
    preview(),
  ],
  server: { host: '127.0.0.1', port: 4321 },
  // The newer white space mode joins inline text ("Balance₪50").
  compressHTML: true,
  // One stylesheet, of which guests get a part, and one script, cached permanently: nothing inline except what the policy lists by hash.
  build: { inlineStylesheets: 'never' },
  vite: {
    plugins: [bundle, withoutDrawing, scriptNames()],
    build: { assetsInlineLimit: 0, rolldownOptions: { output: { assetFileNames: ASSET } } },
    // Pages of another build get another ETag.
    define: { BUILD: JSON.stringify(fingerprint()) },
    // Every island needs all of React, and files of a few lines are not worth a request with its headers.
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              entryFileNames: SCRIPT,
              chunkFileNames: SCRIPT,
              assetFileNames: ASSET,
              codeSplitting: {
                groups: [
                  {
                    name: 'react',
                    test: /node_modules\/(react|react-dom|scheduler|@nanostores\/react)\/|rolldown.runtime|src\/islands\/(field-parts|hooks)\.tsx?$/,
                  },
                  // The scripts of every page need these, and would have to load the group that contained them.
                  {
                    name: 'page',
                    test: /vite\/preload-helper|node_modules\/nanostores\/atom|src\/browser\/(every-page|loading-bar|connection\/start|session\/session|core\/(page\/(modifiers|theme)|request\/limits|session\/data-version|notices\/toast|names))\.ts$/,
                  },
                  // Whatever asks the server needs these; before the notices, which would take them along.
                  {
                    name: 'fetch-page',
                    test: /src\/browser\/(core\/(page\/(fetch-page|focus-target)|request\/attempts)|list\/selection-link)\.ts$/,
                  },
                  // What draws any notice needs these, and so does every dialog. They are loaded with the first touch of a page.
                  {
                    name: 'notices',
                    test: /src\/(browser\/core\/(dialog\/dialog|notices\/toast-place|page\/element|texts\/(loaded-texts|translate)|request\/ask-health|session\/viewer)|domain\/folded-text|i18n\/error-catalogue)\.ts$|src\/ui\/icons\/sprite(-more)?\.svg/,
                  },
                  // The dialog and the cells of the list save alike; another file would be another request for both.
                  {
                    name: 'api-client',
                    test: /src\/(browser\/core\/(request\/(api-client|creation|failures|request)|page\/dialog-settings)|i18n\/(format|currencies|isolated)|stores\/(cached-reads|categories|transactions)|domain\/(amount-text|foreign-amount|money-accounts\/choices\/offered|transactions\/fields))\.ts$/,
                  },
                  // The date and time fields of pages need no form for dates, and words only once something is typed.
                  { name: 'dates', test: /src\/domain\/calendar\.ts$|node_modules\/(@date-fns|date-fns)\// },
                  {
                    name: 'date-words',
                    test: /src\/domain\/transactions\/quick-entry\/(moment-text|date-words|read-date|time-words)\.ts$/,
                  },
                  // Loaded when a session is about to end: a file of a few lines beside it would be a request more.
                  {
                    name: 'session',
                    test: /src\/browser\/(session\/watch|core\/session\/(session-end|session-marker))\.ts$/,
                  },
                  // The code shared by form and wizard has no file of its own: far more people open the form.
                  {
                    name: 'form',
                    test: /src\/islands\/(dialog|form|transaction-form|transaction-dialog|occurrence)\/(?!Fetched|Scope|Template|TransactionConflict\.|ConflictNotice|CharacterCount|MoreFields|FormTabs|AfterSaving|shown-values|PaidFields|CardFields|later-texts|scope)|src\/(domain\/(transactions\/start-values|ledger\/reserved-categories)|browser\/core\/forms\/form-values)\.ts$/,
                    minShareCount: 2,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
  devToolbar: { enabled: false },
  // Our pipeline checks the origin: this check accepts JSON and refuses text browsers.
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
