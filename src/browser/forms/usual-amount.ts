import { hasModifier } from '../core/page/modifiers.ts';

const category = document.querySelector<HTMLSelectElement>('#category_ids');
const place = document.querySelector('[data-usual-place]');

/** Says what is usual in the chosen category; the links of all are in a fold for those without scripts. */
function showUsual(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-usual] a')];
  const chosen = links.find(({ href }) => new URL(href).searchParams.get('category') === category?.value);
  place?.replaceChildren(...(chosen ? [chosen.cloneNode(true)] : []));
}

category?.addEventListener('change', showUsual);
// The browser may have restored an earlier choice.
addEventListener('pageshow', showUsual);

// What was typed in other fields stays.
place?.addEventListener('click', (event) => {
  const link = (event.target as Element).closest('a');
  if (!link || hasModifier(event as MouseEvent)) return;
  event.preventDefault();
  for (const id of ['period', 'amount']) {
    const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`#${id}`);
    if (field) field.value = new URL(link.href).searchParams.get(id) ?? '';
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    field?.focus();
  }
});
