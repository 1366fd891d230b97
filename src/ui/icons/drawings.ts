/**
 * The few icons that every page needs, drawn in place: the pages before sign-in then need no sprite. Those of single
 * pages are drawn here too, so that the sprite of all pages is without them.
 * Drawings from Lucide (see LICENSE.md).
 */
export const DRAWINGS = {
  Accessibility:
    '<circle cx="16" cy="4" r="1"/><path d="m18 19 1-7-6 1M5 8l3-3 5.5 3-2.36 3.5M4.24 14.5a5 5 0 0 0 6.88 6m2.64-3.5a5 5 0 0 0-6.88-6"/>',
  Sun: '<circle cx="12" cy="12" r="4"/><path d="M12 2v2m0 16v2M4.93 4.93l1.41 1.41m11.32 11.32 1.41 1.41M2 12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41"/>',
  Moon: '<path d="M20.99 12.49a9 9 0 1 1-9.48-9.48c.4-.02.62.47.4.81a6 6 0 0 0 8.27 8.27c.34-.22.83-.01.81.4"/>',
  SlidersHorizontal: '<path d="M10 5H3m9 14H3M14 3v4m2 10v4m5-9h-9m9 7h-5m5-14h-7M8 10v4m0-2H3"/>',
  CircleCheck: '<circle cx="12" cy="12" r="10"/><path d="m9 12 2 2 4-4"/>',
  CircleAlert: '<circle cx="12" cy="12" r="10"/><path d="M12 8v4m0 4h.01"/>',
  Pencil:
    '<path d="M21.17 6.81a1 1 0 0 0-3.99-3.99L3.84 16.17a2 2 0 0 0-.5.83l-1.32 4.35a.5.5 0 0 0 .62.62l4.35-1.32a2 2 0 0 0 .83-.5zM15 5l4 4"/>',
  Info: '<circle cx="12" cy="12" r="10"/><path d="M12 16v-4m0-4h.01"/>',
} as const;

export type DrawnIconName = keyof typeof DRAWINGS;
