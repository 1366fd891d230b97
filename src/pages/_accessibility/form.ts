import type { AstroGlobal } from 'astro';
import type { Accessibility } from '../../domain/preferences/preferences.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import { DEFAULT_PREFERENCES } from '../../i18n/preferences.ts';

export const FONT_SIZES = ['small', 'medium', 'large', 'xl'] as const;
export const THEMES = ['light', 'dark', 'auto'] as const;
export const SWITCHES = [
  'highContrast',
  'reducedMotion',
  'screenReader',
  'announcements',
  'focusVisible',
] as const;

type Switch = (typeof SWITCHES)[number];

interface Shown extends Record<Switch, boolean> {
  fontSize: string | undefined;
  theme: string | undefined;
}

export function formValues({ locals }: AstroGlobal, sent: Record<string, string>): Shown {
  if (Object.keys(sent).length === 0) {
    return shownOf(locals.accessibility, locals.theme);
  }
  const switches = Object.fromEntries(SWITCHES.map((name) => [name, sent[name] === 'on']));
  return { ...(switches as Record<Switch, boolean>), fontSize: sent.fontSize, theme: sent.theme };
}

function shownOf({ contrast, ...settings }: Accessibility, theme: string): Shown {
  return { ...settings, highContrast: contrast === 'high', theme };
}

/** What the form shows for the defaults, which a script fills in. */
export const DEFAULT_VALUES = shownOf(DEFAULT_PREFERENCES.accessibility, 'auto');

/** The page that the person came from, for Cancel; `/` when it is unknown. */
export function backFrom({ url, request, locals }: AstroGlobal): string {
  const sent = locals.form?.get('return');
  const destination = typeof sent === 'string' ? sent : url.searchParams.get('return');
  const back = returnTo(destination ?? pathOf(request.headers.get('referer'), url.host));
  return back.startsWith(url.pathname) ? '/' : back;
}

function pathOf(referer: string | null, host: string): string | null {
  if (!referer || !URL.canParse(referer)) return null;
  const address = new URL(referer);
  return address.host === host ? address.pathname + address.search : null;
}
