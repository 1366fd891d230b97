import { defineMiddleware } from 'astro:middleware';
import { formatter } from '../../src/i18n/format.ts';
import { directionOf, isLocale, type Locale } from '../../src/i18n/locales.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { translator } from '../../src/i18n/translate.ts';

/** Development writes styles and scripts into the page, which a build's policy would refuse. */
const POLICY = "default-src 'self' 'unsafe-inline' data: ws:; base-uri 'none'; frame-ancestors 'none'";

/** Every page gets the policy of development, the preview also a person with the address's language and theme. */
export const onRequest = defineMiddleware(async ({ url, locals }, next) => {
  if (url.pathname === '/preview') Object.assign(locals, localsFor(url.searchParams));
  const page = await next();
  page.headers.set('content-security-policy', POLICY);
  return page;
});

function localsFor(query: URLSearchParams): Partial<App.Locals> {
  const language = query.get('language');
  const locale: Locale = isLocale(language) ? language : 'en';
  const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
  const preferences = { ...DEFAULT_PREFERENCES, timezone: 'Asia/Jerusalem' };
  const viewer = person(locale, theme, preferences);
  // Their browser writes dates otherwise than they do.
  const context = { now: new Date(), client: { languages: 'en-GB' } } as App.Locals['context'];
  return {
    viewer,
    context,
    locale,
    theme,
    direction: directionOf(locale),
    currency: viewer.currency,
    accessibility: preferences.accessibility,
    t: translator(locale),
    format: formatter(viewer.currency, preferences),
    flash: null,
    form: null,
  };
}

type Viewer = NonNullable<App.Locals['viewer']>;

function person(locale: Locale, theme: 'light' | 'dark', preferences: Viewer['preferences']): Viewer {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  return {
    id: '00000000-0000-7000-8000-000000000001',
    sessionId: '',
    sessionEnds: inAnHour,
    tokenScope: null,
    codeEnteredAt: null,
    hasSecondFactor: false,
    accessEnds: inAnHour,
    block: null,
    restriction: null,
    email: 'noa@example.com',
    firstName: 'Noa',
    lastName: 'Levi',
    role: 'user',
    picture: null,
    locale,
    theme,
    currency: 'ILS',
    preferences,
    setupDue: false,
    setupOffered: false,
    revision: 1,
    importId: null,
  };
}
