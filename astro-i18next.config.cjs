// CommonJS, because astro-i18next cannot read an ES module's default export.
// Its script initialises i18next where pages run; src/i18n/translate.ts passes its texts and options to the same
// instance.
module.exports = {
  defaultLocale: 'en',
  locales: ['en', 'he'],
  i18nextServer: { fallbackLng: 'en' },
  i18nextServerPlugins: { fsBackend: null },
};
