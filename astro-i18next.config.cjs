// CommonJS, because astro-i18next cannot read an ES module's default export.
// The texts themselves are loaded by src/i18n/translate.ts, which pages, API and mails share.
module.exports = {
  defaultLocale: 'en',
  locales: ['en', 'he'],
  i18nextServer: { returnNull: false, interpolation: { escapeValue: false } },
  i18nextServerPlugins: { fsBackend: null },
};
