import { hasPermission } from '../../domain/admin/permission.ts';
import type { Viewer } from '../../domain/context.ts';
import type { TextKey } from '../../i18n/texts.ts';
import type { IconName } from '../../ui/icons/names.ts';

interface Place {
  href: string;
  text: TextKey;
  icon: IconName;
}

/** The main pages of the application, in order; one line adds a page to header and side menu. */
export const PLACES: Place[] = [
  { href: '/', text: 'common:home', icon: 'House' },
  { href: '/transactions', text: 'common:transactions', icon: 'ArrowLeftRight' },
  { href: '/analytics', text: 'analytics:title', icon: 'ChartPie' },
];

/** Pages about the person rather than their money: under their name in the menus. */
export const OWN_PLACES: Place[] = [
  { href: '/profile', text: 'accounts:profile', icon: 'User' },
  { href: '/preferences', text: 'accounts:preferences', icon: 'Settings' },
  { href: '/accessibility', text: 'common:accessibility', icon: 'Accessibility' },
  { href: '/export', text: 'export:link', icon: 'Download' },
];

/** The pages of the administration. */
const ADMIN_PLACES: Place[] = [
  { href: '/admin', text: 'admin:title', icon: 'ShieldCheck' },
  { href: '/admin/users', text: 'admin:users.title', icon: 'User' },
  { href: '/admin/activity', text: 'admin:activity.title', icon: 'CalendarDays' },
  { href: '/admin/stats', text: 'admin:stats.title', icon: 'ChartPie' },
];

const SETTINGS_PLACE: Place = { href: '/admin/settings', text: 'admin:settings', icon: 'Settings' };

/** In the bar of the administration alone, not in the menus of all pages. */
const BACKUPS_PLACE: Place = { href: '/admin/backups', text: 'admin:backups.title', icon: 'Info' };

/** Those of them that a person may open: none without the role. */
export function adminPlaces(viewer: Pick<Viewer, 'role'> | null): Place[] {
  return placesFor(viewer, ADMIN_PLACES);
}

/** The same for the bar of the administration. */
export function adminBar(viewer: Pick<Viewer, 'role'> | null): Place[] {
  return placesFor(viewer, [...ADMIN_PLACES, BACKUPS_PLACE]);
}

function placesFor(viewer: Pick<Viewer, 'role'> | null, places: Place[]): Place[] {
  if (!viewer || !hasPermission(viewer, 'read:users')) return [];
  return hasPermission(viewer, 'manage:system') ? [...places, SETTINGS_PLACE] : places;
}

/** The setup guide from its beginning. */
export const GUIDE: Place = { href: '/setup/1', text: 'onboarding:title', icon: 'GraduationCap' };

/** The same to look at, which changes nothing. */
export const HELP: Place = { href: '/setup/1?preview', text: 'onboarding:help', icon: 'Info' };

/** Pages that open over the current one; without scripts each is a page of its own. */
export const PANELS: Place[] = [
  { href: '/categories', text: 'common:categories', icon: 'Tag' },
  { href: '/recurring', text: 'common:recurring', icon: 'Repeat' },
  { href: '/exchange', text: 'common:exchange', icon: 'Coins' },
];

/** The form for a new transaction, which is a dialog if scripts run. */
export const ADD_PATH = '/transactions/new';

/** What the bar of a phone has before its menu, by the same names as the header; five of them share the width. */
export const PHONE_PLACES: Place[] = [
  ...PLACES.slice(0, 2),
  { href: ADD_PATH, text: 'common:add', icon: 'Plus' },
  { href: '/recurring', text: 'common:recurring', icon: 'Repeat' },
];

/** Whether a path equals another one or lies below it. */
export function isCurrent(href: string, path: string): boolean {
  if (href === '/' || path === ADD_PATH) return path === href;
  return path === href || path.startsWith(`${href}/`);
}

/** The value of `aria-current` for the button of a menu: whether a path belongs to one of its pages. */
export function within(places: Place[], path: string): 'true' | undefined {
  return places.some(({ href }) => isCurrent(href, path)) ? 'true' : undefined;
}
