import { type Html, html } from '../html.ts';
import { iconHref } from './href.ts';
import type { IconName } from './names.ts';

/** An icon as `Icon.astro` draws it, for markup that is written as a string. */
export function iconMarkup(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${iconHref(name)}"></use></svg>`;
}
