import type { TextKey } from '../../../i18n/texts.ts';
import type { CategoryIcon, CategoryIconSet } from '../../../ui/icons/names.ts';

/** A colour with a contrast of at least 3:1 on light and dark surfaces; the name is for people who cannot see it. */
interface PaletteColor {
  color: string;
  name: TextKey;
}

/** In the order of the rainbow. */
export const PALETTE: readonly PaletteColor[] = [
  { color: '#EF4444', name: 'categories:color.red' },
  { color: '#EA580C', name: 'categories:color.orange' },
  { color: '#B45309', name: 'categories:color.brown' },
  { color: '#A16207', name: 'categories:color.mustard' },
  { color: '#65A30D', name: 'categories:color.lime' },
  { color: '#16A34A', name: 'categories:color.green' },
  { color: '#0D9488', name: 'categories:color.teal' },
  { color: '#0891B2', name: 'categories:color.turquoise' },
  { color: '#3B82F6', name: 'categories:color.blue' },
  { color: '#6366F1', name: 'categories:color.indigo' },
  { color: '#8B5CF6', name: 'categories:color.purple' },
  { color: '#EC4899', name: 'categories:color.pink' },
];

/** The palette in capitals, preceded by the chosen colour if it is not in it. */
export function colorsWith(chosen: string): string[] {
  const colors = PALETTE.map(({ color }) => color);
  const custom = /^#[\dA-F]{6}$/i.test(chosen) ? chosen.toUpperCase() : null;
  return custom && !colors.includes(custom) ? [custom, ...colors] : colors;
}

export const DEFAULT_COLOR = '#3B82F6';
export const DEFAULT_ICON = 'Tag';

export function iconName(icon: CategoryIcon): TextKey {
  return `icons:${icon}`;
}

export function iconSetName(set: CategoryIconSet): TextKey {
  return `icons:set.${set}`;
}
