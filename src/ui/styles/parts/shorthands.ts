/** Utilities for the children of a part: `on('[&>a]:', 'flex gap-2')`. */
export const on = (prefix: string, utilities: string) =>
  utilities
    .split(' ')
    .map((utility) => prefix + utility)
    .join(' ');

export const COLUMN = 'flex flex-col';

export const LINE = 'flex flex-wrap items-center';
export const SPREAD = 'flex flex-wrap justify-between';
export const CARD = `${COLUMN} border rounded-lg bg-surface shadow-lift`;
export const CIRCLE = 'grid place-items-center size-16 border border-transparent rounded-full';
export const DRAWN =
  'flex-none fill-none stroke-current [stroke-width:2] [stroke-linecap:round] [stroke-linejoin:round]';
/** A window with a phone's keyboard in it, and no lower one. */
export const LOW = '[@media(height>=20rem)_and_(height<35rem)]:';
export const MARKED = '[outline:2px_solid_Highlight] [outline-offset:-2px]';
export const columns = (width: string) => `grid grid-cols-[repeat(auto-fit,minmax(min(100%,${width}),1fr))]`;
export const tone = (name: string) => `[--tone:var(--${name})] [--tone-soft:var(--${name}-soft)]`;
export const SUMMARY = '[&>summary]:list-none [&>summary::-webkit-details-marker]:hidden';
