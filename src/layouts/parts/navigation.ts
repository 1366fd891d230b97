import { mayAdminister } from '../../domain/admin/permission.ts';
import type { Viewer } from '../../domain/context.ts';
import type { TextKey } from '../../i18n/texts.ts';
import type { IconName } from '../../ui/icons/names.ts';

export interface Place {
  href: string;
  text: TextKey;
  icon: IconName;
  /** What scripts open: a dialog with the page, or that of a new transaction. Without scripts it is a page. */
  opens?: 'panel' | 'add';
  /** Other pages of the same place, each with what is below it. */
  also?: string[];
}

const HOME: Place = { href: '/', text: 'common:home', icon: 'House' };
const TRANSACTIONS: Place = {
  href: '/transactions',
  text: 'common:transactions',
  icon: 'ArrowLeftRight',
};
const ANALYTICS: Place = { href: '/analytics', text: 'analytics:title', icon: 'ChartPie' };

/** The main pages in their order. */
export const MAIN_PLACES = [HOME, TRANSACTIONS, ANALYTICS];

/** Main pages that a narrow header has under "More". */
export const WIDE_PLACES: Place[] = [
  { href: '/recurring', text: 'common:recurring', icon: 'Repeat' },
  { href: '/categories', text: 'common:categories', icon: 'Tag', also: ['/rules', '/payees'] },
];

/** Main pages that every header has under "More". */
export const MORE_PLACES: Place[] = [
  { href: '/accounts', text: 'money:title', icon: 'Landmark' },
  { href: '/budgets', text: 'budgets:title', icon: 'PiggyBank', also: ['/goals'] },
  { href: '/import', text: 'imports:title', icon: 'Inbox', also: ['/imports'] },
];

/** Also a section of the settings, which the header leads to in the list. */
export const EXPORT: Place = { href: '/export', text: 'export:link', icon: 'Download' };

export const EXCHANGE: Place = { href: '/exchange', text: 'common:exchange', icon: 'Coins', opens: 'panel' };

/** What opens over the current page, from the menu of the header: a phone has no room beside a panel. */
export const QUICK_PANELS: Place[] = [
  { href: '/recurring', text: 'common:manageRecurring', icon: 'Repeat', opens: 'panel' },
  { href: '/categories', text: 'common:manageCategories', icon: 'Tag', opens: 'panel' },
  EXCHANGE,
];

/** The form for a new transaction, which scripts open as a dialog. */
const ADD_PATH = '/transactions/new';

/** The setup guide without its consequences. */
export const TOUR: Place = {
  href: '/setup/1?preview',
  text: 'help:tour',
  icon: 'GraduationCap',
  opens: 'panel',
};

export const ADD: Place = {
  href: ADD_PATH,
  text: 'common:addTransaction',
  icon: 'Plus',
  opens: 'add',
};

/** All pages about the person rather than their money are one place. */
export const SETTINGS: Place = {
  href: '/profile',
  text: 'common:settings',
  icon: 'Settings',
  also: ['/preferences', '/accessibility'],
};

export const HELP: Place = { href: '/help', text: 'help:title', icon: 'Info', also: ['/shortcuts'] };

/** Starts the setup guide again. */
export const GUIDE: Place = {
  href: '/setup/1',
  text: 'onboarding:title',
  icon: 'GraduationCap',
  opens: 'panel',
};

const ADMINISTRATION: Place = { href: '/admin', text: 'admin:title', icon: 'ShieldCheck' };

const USERS_PLACE: Place = { href: '/admin/users', text: 'admin:users.title', icon: 'User' };

const ADMIN_PLACES: Place[] = [
  ADMINISTRATION,
  USERS_PLACE,
  { href: '/admin/activity', text: 'admin:activity.title', icon: 'CalendarDays' },
  { href: '/admin/stats', text: 'admin:stats.title', icon: 'ChartPie' },
];

const ADMIN_SETTINGS: Place = { href: '/admin/settings', text: 'site:title', icon: 'Settings' };

/** Only in the bar of the administration, not in the menus of all pages. */
const BACKUPS_PLACE: Place = { href: '/admin/backups', text: 'admin:backups.title', icon: 'Info' };

const INVITATIONS_PLACE: Place = { href: '/admin/invitations', text: 'site:invitations', icon: 'Info' };

/** The pages of the administration that a person may open; none without the role. */
export function adminPlaces(viewer: Pick<Viewer, 'role'> | null): Place[] {
  return placesFor(viewer, ADMIN_PLACES);
}

/** As `adminPlaces`, for the bar of the administration. */
export function adminBar(viewer: Pick<Viewer, 'role'> | null): Place[] {
  const places = placesFor(viewer, [...ADMIN_PLACES, BACKUPS_PLACE]);
  const afterUsers = ADMIN_PLACES.indexOf(USERS_PLACE) + 1;
  return places.includes(ADMIN_SETTINGS) ? places.toSpliced(afterUsers, 0, INVITATIONS_PLACE) : places;
}

/** As `adminPlaces`, for the side menu: one entry leads to all of them. */
export function adminEntry(viewer: Pick<Viewer, 'role'> | null): Place[] {
  return adminPlaces(viewer).slice(0, 1);
}

function placesFor(viewer: Pick<Viewer, 'role'> | null, places: Place[]): Place[] {
  if (!viewer || !mayAdminister(viewer, 'admin')) return [];
  return mayAdminister(viewer, 'super_admin') ? [...places, ADMIN_SETTINGS] : places;
}

/** The links of a phone's bar before its menu; their texts are those of the header. Five of them share the width. */
export const PHONE_PLACES: Place[] = [
  HOME,
  TRANSACTIONS,
  { href: ADD_PATH, text: 'common:add', icon: 'Plus', opens: 'add' },
  ANALYTICS,
];

export function isCurrent({ href, also = [] }: Place, path: string): boolean {
  if (href === '/' || path === ADD_PATH) return path === href;
  return [href, ...also].some((one) => path === one || path.startsWith(`${one}/`));
}

/** The address of a place on a page: from Home, adding a transaction returns there. */
export const hrefOf = ({ href }: Place, path: string): string =>
  href === ADD_PATH && path === '/' ? `${href}?return=/` : href;

/** The `aria-current` of a menu's button: whether a path belongs to one of its pages. */
export function within(places: Place[], path: string): 'true' | undefined {
  return places.some((place) => isCurrent(place, path)) ? 'true' : undefined;
}
