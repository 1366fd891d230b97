import { returnTo } from './return-to.ts';

/** The page of ours that led to this one, as the browser tells it; `/` where it tells none, or another one. */
export function cameFrom({ headers }: Request, { origin, pathname }: URL): string {
  const referrer = headers.get('referer') ?? '';
  if (!URL.canParse(referrer)) return '/';
  const before = new URL(referrer);
  if (before.origin !== origin || before.pathname === pathname) return '/';
  return /^\/(login|register)\b/.test(before.pathname) ? '/' : returnTo(before.pathname + before.search);
}
