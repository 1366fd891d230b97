import { hasPermission } from '../../domain/admin/permission.ts';
import type { Viewer } from '../../domain/context.ts';
import type { TextKey } from '../../i18n/texts.ts';
import type { IconName } from '../../ui/icons/names.ts';

interface Place {
  href: string;
  text: TextKey;
  icon: IconName;
}

/** The main pages in their order, for the header and the side menu. */
export const PLACES: Place[] = [
  { href: '/', text: 'common:home', icon: 'House' },
  { href: '/transactions', text: 'common:transactions', icon: 'ArrowLeftRight' },
  { href: '/analytics', text: 'analytics:title', icon: 'ChartPie' },
];

/** Pages about the person rather than their money: in the menu under their name. */
export const OWN_PLACES: Place[] = [
  { href: '/profile', text: 'accounts:profile', icon: 'User' },
  { href: '/preferences', text: 'accounts:preferences', icon: 'Settings' },
  { href: '/accessibility', text: 'common:accessibility', icon: 'Accessibility' },
  { href: '/export', text: 'export:link', icon: 'Download' },
];

const ADMIN_PLACES: Place[] = [
  { href: '/admin', text: 'admin:title', icon: 'ShieldCheck' },
  { href: '/admin/users', text: 'admin:users.title', icon: 'User' },
  { href: '/admin/activity', text: 'admin:activity.title', icon: 'CalendarDays' },
  { href: '/admin/stats', text: 'admin:stats.title', icon: 'ChartPie' },
];

const SETTINGS_PLACE: Place = { href: '/admin/settings', text: 'common:settings', icon: 'Settings' };

/** Only in the bar of the administration, not in the menus of all pages. */
const BACKUPS_PLACE: Place = { href: '/admin/backups', text: 'admin:backups.title', icon: 'Info' };

/** The pages of the administration that a person may open; none without the role. */
export function adminPlaces(viewer: Pick<Viewer, 'role'> | null): Place[] {
  return placesFor(viewer, ADMIN_PLACES);
}

/** As `adminPlaces`, for the bar of the administration. */
export function adminBar(viewer: Pick<Viewer, 'role'> | null): Place[] {
  return placesFor(viewer, [...ADMIN_PLACES, BACKUPS_PLACE]);
}

function placesFor(viewer: Pick<Viewer, 'role'> | null, places: Place[]): Place[] {
  if (!viewer || !hasPermission(viewer, 'read:users')) return [];
  return hasPermission(viewer, 'manage:system') ? [...places, SETTINGS_PLACE] : places;
}

export const GUIDE: Place = { href: '/setup/1', text: 'onboarding:title', icon: 'GraduationCap' };

/** A preview of the setup guide, which changes nothing. */
export const HELP: Place = { href: '/setup/1?preview', text: 'onboarding:help', icon: 'Info' };

/** Pages that open in a dialog; without scripts each is an ordinary page. */
export const PANELS: Place[] = [
  { href: '/categories', text: 'common:categories', icon: 'Tag' },
  { href: '/recurring', text: 'common:recurring', icon: 'Repeat' },
  { href: '/exchange', text: 'common:exchange', icon: 'Coins' },
];

/** The form for a new transaction, which scripts open as a dialog. */
export const ADD_PATH = '/transactions/new';

/** The links of a phone's bar before its menu; their texts are those of the header. Five of them share the width. */
export const PHONE_PLACES: Place[] = [
  ...PLACES.slice(0, 2),
  { href: ADD_PATH, text: 'common:add', icon: 'Plus' },
  { href: '/recurring', text: 'common:recurring', icon: 'Repeat' },
];

export function isCurrent(href: string, path: string): boolean {
  if (href === '/' || path === ADD_PATH) return path === href;
  return path === href || path.startsWith(`${href}/`);
}

/** The `aria-current` of a menu's button: whether a path belongs to one of its pages. */
export function within(places: Place[], path: string): 'true' | undefined {
  return places.some(({ href }) => isCurrent(href, path)) ? 'true' : undefined;
}
