import type { Currency } from '../../i18n/currencies.ts';
import type { WritingPreferences } from '../../i18n/preferences.ts';
import { hasModifier } from '../core/page/modifiers.ts';

const BOXES = '.cell-select input';

let last: HTMLInputElement | undefined;
let chosenIds = new Set<string>();

// The list is replaced while filtered: all listeners are on an ancestor.
document.addEventListener('click', takeLink, true);
document.addEventListener('click', (event) => {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || !box.matches(BOXES)) return;
  if (event.shiftKey && last?.isConnected) selectBetween(last, box);
  last = box;
});
// Without scripts, Enter presses a button that does nothing.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.target as Element).matches(BOXES)) event.preventDefault();
});
document.addEventListener('change', (event) => {
  if (event.target instanceof Element && event.target.matches(BOXES)) showSelection();
});
// Keep the selection when the same rows are shown again.
document.addEventListener('list:shown', () => {
  for (const box of boxes()) if (chosenIds.has(box.value)) box.checked = true;
  showSelection();
});
// The browser may have restored earlier ticks.
addEventListener('pageshow', showSelection);

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(BOXES)];

/** Selects all rows of this page, or none; selecting everything that matches is left to the server. */
function takeLink(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-select]');
  if (hasModifier(event) || !link || link.dataset.select === 'all') return;
  if (boxes().some((box) => box.disabled)) return;
  event.preventDefault();
  event.stopPropagation();
  const all = link.dataset.select === 'page';
  for (const box of boxes()) box.checked = all;
  // The link that clears a selection disappears with it.
  if (!all) for (const page of document.querySelectorAll<HTMLElement>('[data-select=page]')) page.focus();
  showSelection();
}

function selectBetween(first: HTMLInputElement, second: HTMLInputElement): void {
  const all = boxes();
  const [from = 0, to = 0] = [all.indexOf(first), all.indexOf(second)].sort((a, b) => a - b);
  for (const box of all.slice(from, to + 1)) box.checked = second.checked;
}

async function showSelection(): Promise<void> {
  const chosen = boxes().filter((box) => box.checked);
  // Show what is selected.
  const later = document.querySelector<HTMLDetailsElement>('.later');
  if (later && chosen.some((box) => box.closest('.ahead'))) later.open = true;
  chosenIds = new Set(chosen.filter((box) => !box.disabled).map((box) => box.value));
  const bar = document.querySelector<HTMLElement>('.selection-bar');
  const status = bar?.querySelector('[data-selection-count]');
  // With the whole filter selected, the server writes the number.
  if (!bar || !status || chosen[0]?.disabled) return;
  if (chosen.length === 0) {
    // The status is hidden with the bar, and could not be announced.
    if (status.textContent?.trim())
      document.dispatchEvent(new CustomEvent('list:announce', { detail: bar.dataset.cleared }));
    status.textContent = '';
    return;
  }
  const { formatter } = await import('../../i18n/format.ts');
  const { currency, preferences, selected = '', together = '' } = bar.dataset;
  const format = formatter(currency as Currency, JSON.parse(preferences ?? '{}') as WritingPreferences);
  const signed = chosen.reduce((sum, box) => sum + Number(box.closest('tr')?.dataset.signed), 0);
  const sum = document.createElement('bdi');
  sum.className = 'amount';
  sum.textContent = format.money(signed);
  const [before = '', after = ''] = together.split('{{amount}}');
  status.replaceChildren(
    `${selected.replace('{{count}}', format.count(chosen.length))} · ${before}`,
    sum,
    after,
  );
}
