/** More rows than that are another list rather than what an act has changed. */
const MOST = 3;

/** Highlights for a moment the rows of a part that are not in the part that it replaces: where a change has landed. */
export function markLanded(old: HTMLElement, fresh: HTMLElement): void {
  const known = new Set(rowsOf(old).map((row) => row.textContent));
  const rows = rowsOf(fresh);
  const landed = rows.filter((row) => !known.has(row.textContent));
  if (landed.length > MOST || landed.length === rows.length) return;
  for (const row of landed) {
    row.classList.add('landed');
    row.addEventListener('animationend', () => row.classList.remove('landed'), { once: true });
  }
}

const rowsOf = (part: HTMLElement) => [...part.querySelectorAll('tr:has(.row-link)')];
