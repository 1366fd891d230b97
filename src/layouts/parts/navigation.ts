import type { TextKey } from '../../i18n/texts.ts';
import type { IconName } from '../../ui/icons/names.ts';

/** The main pages of the application, in order; one line adds a page to header and side menu. */
export const PLACES: { href: string; text: TextKey; icon: IconName }[] = [
  { href: '/', text: 'common:dashboard', icon: 'LayoutDashboard' },
  { href: '/transactions', text: 'common:transactions', icon: 'ArrowLeftRight' },
];

/** Pages about the person rather than their money: under their name in the menus. */
export const OWN_PLACES: typeof PLACES = [
  { href: '/profile', text: 'accounts:profile', icon: 'User' },
  { href: '/preferences', text: 'accounts:preferences', icon: 'Settings' },
  { href: '/accessibility', text: 'common:accessibility', icon: 'Accessibility' },
];

/** Pages that open over the current one; without scripts each is a page of its own. */
export const PANELS: typeof PLACES = [
  { href: '/categories', text: 'common:categoryManager', icon: 'Tag' },
  { href: '/recurring', text: 'common:recurringManager', icon: 'Repeat' },
];

/** Whether a path equals another one or lies below it. */
export function isCurrent(href: string, path: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
}
