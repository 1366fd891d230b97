// CommonJS, because astro-i18next cannot read an ES module's default export.
// Its script initialises i18next where pages run; src/i18n/translate.ts gives the same instance its texts and options.
module.exports = {
  defaultLocale: 'en',
  locales: ['en', 'he'],
  i18nextServer: { fallbackLng: 'en' },
  i18nextServerPlugins: { fsBackend: null },
};
