import type { Context as HonoContext } from 'hono';
import type { App, Viewer } from '../domain/context.ts';
import { type Accessibility, readAccessibility } from '../domain/preferences/accessibility-text.ts';
import { formatter } from '../i18n/format.ts';
import { directionOf } from '../i18n/locales.ts';
import { DEFAULT_PREFERENCES } from '../i18n/preferences.ts';
import { translator } from '../i18n/translate.ts';
import { SITE_NAME, SUPPORT_EMAIL } from '../product.ts';
import { type CookieNames, clearSessionCookies, cookie, setSessionCookies } from './cookies.ts';
import { readFlash, writeFlash } from './flash.ts';
import { formToken } from './form-token.ts';
import { formOwner } from './from-us.ts';
import { googleDoor } from './google.ts';
import type { DoorEnv } from './visitor.ts';

type Call = HonoContext<DoorEnv>;

const FLASH_SECONDS = 60;

/** What the front door hands to every page: who is there, in which language, and the form that was sent. */
export function pageLocals(call: Call, app: App, names: CookieNames): App.Locals {
  const { viewer, block, tokens, byCookie, cookies, context } = call.get('visitor');
  const { locale } = context;
  const flash = readFlash(cookies[names.flash], app.config.APP_SECRET);
  const outgoing = call.get('outgoing');
  if (flash) outgoing.push(cookie(names, names.flash, '', 0));
  return {
    context,
    viewer: block ? null : viewer,
    block,
    sessionEnded: byCookie && !viewer && !block,
    tokens,
    locale,
    direction: directionOf(locale),
    theme: themeOf(cookies[names.theme] ?? viewer?.theme),
    accessibility: accessibilityOf(viewer, cookies[names.accessibility]),
    t: translator(locale),
    format: formatter(viewer?.currency ?? 'ILS', viewer?.preferences ?? DEFAULT_PREFERENCES),
    csrf: formToken(app.config.APP_SECRET, formOwner(call, names)),
    flash,
    form: call.get('form'),
    refusal: call.get('refusal'),
    google: googleDoor(call, app, names),
    siteName: SITE_NAME,
    supportEmail: SUPPORT_EMAIL,
    requestId: call.get('requestId'),
    refuse(fault) {
      call.set('fault', fault);
      return new Response(null, { status: fault.status });
    },
    keepPage: () => call.set('mayKeep', true),
    leaveFlash(kind, text, more = {}) {
      const value = writeFlash({ kind, text, ...more }, app.config.APP_SECRET);
      outgoing.push(cookie(names, names.flash, value, FLASH_SECONDS));
    },
    startSession: (tokens) => setSessionCookies(outgoing, names, tokens, context.now),
    clearSession: () => clearSessionCookies(outgoing, names),
    choose(what, value) {
      outgoing.push(cookie(names, names[what], value ?? '', value === null ? 0 : undefined));
    },
  };
}

// Somebody blocked cannot change the account, only what holds for this visit.
function accessibilityOf(viewer: Viewer | null, chosen: string | undefined): Accessibility {
  return viewer && !(viewer.block && chosen) ? viewer.preferences.accessibility : readAccessibility(chosen);
}

function themeOf(value: string | undefined): 'light' | 'dark' | 'auto' {
  return value === 'light' || value === 'dark' ? value : 'auto';
}
