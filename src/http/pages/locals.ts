import { localNow } from '../../domain/calendar.ts';
import type { Context, SignedIn, Viewer } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import { type Accessibility, readAccessibility } from '../../domain/preferences/preferences.ts';
import type { Tokens } from '../../domain/sessions/start.ts';
import { CHALLENGE_LIFETIME } from '../../domain/users/second-factor/challenge.ts';
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
import { oidcSignIn } from '../authentication/oidc.ts';
import type { Call } from '../call.ts';
import { type Flash, readFlash, undoDeletion, writeFlash } from './flash.ts';
import { addressOf, returnTo } from './return-to.ts';

type SessionChoice = 'theme' | 'language' | 'currency' | 'accessibility' | 'displayButton';

const FLASH_SECONDS = 60;

/**
 * `Astro.locals` of every page. No function here may refer to the call, which leads to the answer: V8 frees what
 * Astro's objects reference only with its old generation (decision 0106).
 */
export function pageLocals(call: Call, names: CookieNames) {
  const { viewer, block, tokens, byCookie, cookies, context } = call.get('caller');
  const { locale, settings, site } = context;
  const flash = readFlash(cookies[names.flash], settings.APP_SECRET);
  const setCookies = call.get('setCookies');
  const outcome = call.get('pageOutcome');
  const currency = viewer?.currency ?? currencyOf(cookies[names.currency]);
  const format = formatter(currency, viewer?.preferences ?? guestPreferences(context));
  return {
    context,
    /** For pages that require sign-in. @throws DomainError UNAUTHENTICATED (401) */
    get signedIn(): SignedIn {
      if (!viewer || block) throw new DomainError('UNAUTHENTICATED', 401);
      const form = call.get('form');
      const code = form?.get('code')?.toString();
      return { ...context, viewer, confirmLocked: form?.get('confirmLocked') === 'true', code };
    },
    /** Null for blocked people, who see no more than guests. */
    viewer: block ? null : viewer,
    block,
    sessionEnded: byCookie && !viewer && !block,
    /** Tokens of the browser, valid or not: each can end its session. */
    tokens,
    locale,
    direction: directionOf(locale),
    theme: themeOf(cookies[names.theme] ?? viewer?.theme),
    currency,
    accessibility: accessibilityOf(viewer, cookies[names.accessibility]),
    displayButton: cookies[names.displayButton] !== 'hidden',
    t: translator(locale),
    format,
    /** An instant in the viewer's formats and time zone: `06/15/2026 5:05 PM`. */
    moment(instant: string): string {
      const { date, time } = localNow(new Date(instant), viewer?.preferences.timezone ?? 'UTC');
      return `${format.date(date)} ${format.time(time)}`;
    },
    csrf: formToken(settings.APP_SECRET, formOwner(call, names)),
    flash,
    form: call.get('form'),
    upload: call.get('upload'),
    error: call.get('pageError'),
    google: googleSignIn(call, names),
    oidc: oidcSignIn(call, names),
    siteName: site.site_name,
    supportEmail: site.support_email || undefined,
    /** The requested address, even if another page is shown instead. */
    address: returnTo(addressOf(new URL(call.req.url))),
    requestId: call.get('requestId'),
    /** For errors that belong to no field of a form. */
    answerError(error: DomainError): Response {
      outcome.thrown = error;
      return new Response(null, { status: error.status });
    },
    /** With the id of a deletion or change the message has a button that undoes it. */
    setFlash(
      kind: Flash['kind'],
      text: string,
      { undoId, ...more }: Omit<Flash, 'kind' | 'text'> & { undoId?: string | null | undefined } = {},
    ): void {
      const undo = undoId ? undoDeletion(undoId) : more.undo;
      const value = writeFlash({ kind, text, ...more, undo }, settings.APP_SECRET);
      setCookies.push(cookie(names, names.flash, value, FLASH_SECONDS));
    },
    startSession: (tokens: Tokens) => setSessionCookies(setCookies, names, tokens, context.now),
    /** The challenge of a sign-in that waits for its code. */
    challenge: cookies[names.challenge],
    /** The code is asked for on a page of its own; `null` once that is over. */
    setChallenge(challenge: string | null): void {
      const seconds = challenge === null ? 0 : CHALLENGE_LIFETIME / 1000;
      setCookies.push(cookie(names, names.challenge, challenge ?? '', seconds));
    },
    rememberDevice: () => setDeviceCookie(setCookies, names, context.client.device),
    /** Ends the session in this browser, with its language; returns `t` for the pages that follow. */
    clearSession() {
      clearSessionCookies(setCookies, names);
      return translator(localeFromHeader(context.client.languages));
    },
    clearBrowser: () => clearAllCookies(setCookies, names),
    /** Only for this browser session; `null` removes the choice. */
    setSessionChoice(name: SessionChoice, value: string | null): void {
      setCookies.push(cookie(names, names[name], value ?? '', value === null ? 0 : undefined));
    },
  };
}

function guestPreferences({ client }: Context): Preferences {
  return { ...DEFAULT_PREFERENCES, ...formatsFromHeader(client.languages) };
}

// Blocked people can change only the choices for this browser session.
function accessibilityOf(viewer: Viewer | null, chosen: string | undefined): Accessibility {
  return viewer && !(viewer.block && chosen) ? viewer.preferences.accessibility : readAccessibility(chosen);
}

function currencyOf(chosen: string | undefined): Currency {
  return isCurrency(chosen) ? chosen : DEFAULT_CURRENCY;
}

function themeOf(value: string | undefined): 'light' | 'dark' | 'auto' {
  return value === 'light' || value === 'dark' ? value : 'auto';
}
