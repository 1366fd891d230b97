import type { Context, Viewer } from '../../domain/context.ts';
import { type Accessibility, readAccessibility } from '../../domain/preferences/preferences.ts';
import { type Currency, DEFAULT_CURRENCY, isCurrency } from '../../i18n/currencies.ts';
import { formatter } from '../../i18n/format.ts';
import { formatsFromHeader } from '../../i18n/locale-formats.ts';
import { directionOf, localeFromHeader } from '../../i18n/locales.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../i18n/preferences.ts';
import { translator } from '../../i18n/translate.ts';
import {
  type CookieNames,
  clearAllCookies,
  clearSessionCookies,
  cookie,
  setDeviceCookie,
  setSessionCookies,
} from '../authentication/cookies.ts';
import { formOwner, formToken } from '../authentication/csrf.ts';
import { googleSignIn } from '../authentication/google.ts';
import type { Call } from '../call.ts';
import { readFlash, writeFlash } from './flash.ts';
import { addressOf, returnTo } from './return-to.ts';

const FLASH_SECONDS = 60;

/**
 * What every page gets as `Astro.locals`. None of its functions may refer to the call, which leads to the answer: V8 frees
 * what Astro's objects lead to only with its old generation (decision 0106).
 */
export function pageLocals(call: Call, names: CookieNames): App.Locals {
  const { viewer, block, tokens, byCookie, cookies, context } = call.get('caller');
  const { locale, settings, site } = context;
  const flash = readFlash(cookies[names.flash], settings.APP_SECRET);
  const setCookies = call.get('setCookies');
  const outcome = call.get('pageOutcome');
  const currency = viewer?.currency ?? currencyOf(cookies[names.currency]);
  return {
    context,
    viewer: block ? null : viewer,
    block,
    sessionEnded: byCookie && !viewer && !block,
    tokens,
    locale,
    direction: directionOf(locale),
    theme: themeOf(cookies[names.theme] ?? viewer?.theme),
    currency,
    accessibility: accessibilityOf(viewer, cookies[names.accessibility]),
    displayButton: cookies[names.displayButton] !== 'hidden',
    t: translator(locale),
    format: formatter(currency, viewer?.preferences ?? guestPreferences(context)),
    csrf: formToken(settings.APP_SECRET, formOwner(call, names)),
    flash,
    form: call.get('form'),
    file: call.get('file'),
    error: call.get('pageError'),
    google: googleSignIn(call, names),
    siteName: site.site_name,
    supportEmail: site.support_email || undefined,
    address: returnTo(addressOf(new URL(call.req.url))),
    requestId: call.get('requestId'),
    answerError(error) {
      outcome.thrown = error;
      return new Response(null, { status: error.status });
    },
    setFlash(kind, text, more = {}) {
      const value = writeFlash({ kind, text, ...more }, settings.APP_SECRET);
      setCookies.push(cookie(names, names.flash, value, FLASH_SECONDS));
    },
    startSession: (tokens) => setSessionCookies(setCookies, names, tokens, context.now),
    rememberDevice: () => setDeviceCookie(setCookies, names, context.client.device),
    clearSession() {
      clearSessionCookies(setCookies, names);
      return translator(localeFromHeader(context.client.languages));
    },
    clearBrowser: () => clearAllCookies(setCookies, names),
    setSessionChoice(name, value) {
      setCookies.push(cookie(names, names[name], value ?? '', value === null ? 0 : undefined));
    },
  };
}

function guestPreferences({ client }: Context): Preferences {
  return { ...DEFAULT_PREFERENCES, ...formatsFromHeader(client.languages) };
}

// Blocked people cannot change their account, only the choices for this browser session.
function accessibilityOf(viewer: Viewer | null, chosen: string | undefined): Accessibility {
  return viewer && !(viewer.block && chosen) ? viewer.preferences.accessibility : readAccessibility(chosen);
}

function currencyOf(chosen: string | undefined): Currency {
  return isCurrency(chosen) ? chosen : DEFAULT_CURRENCY;
}

function themeOf(value: string | undefined): 'light' | 'dark' | 'auto' {
  return value === 'light' || value === 'dark' ? value : 'auto';
}
