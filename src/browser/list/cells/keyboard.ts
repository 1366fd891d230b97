import { loadTexts } from 'virtual:dialog-texts/inPlace';
import type { CellName } from '../../../domain/transactions/fields.ts';
import { settingsOf } from '../../core/page/dialog-settings.ts';
import { hasModifier } from '../../core/page/modifiers.ts';
import { translatorOf } from '../../core/texts/translate.ts';
import { focusOn, nameOf, rowOf, rowsInSight, stopsIn } from './cells.ts';
import { changeCell, type Means } from './change.ts';
import { placeAfter } from './moves.ts';

/** Whether arrow keys move between cells: from the first such key until the table is left. */
let isAmongCells = false;

const announced = new Set<string>();

let loading: Promise<Means> | undefined;
let loaded: Means | undefined;

export function loadMeans(): Promise<Means> {
  loading ??= (async () => {
    const element = document.getElementById('transaction-dialog') ?? document.documentElement;
    const t = translatorOf(await loadTexts(), document.documentElement.lang);
    loaded = { settings: settingsOf(element), t };
    return loaded;
  })();
  return loading;
}

document.addEventListener('keydown', onKey);
document.addEventListener('focusin', ({ target }) => void announceKeys(target as Element));
void announceKeys(document.activeElement);

export function enterCells(link: HTMLElement): void {
  const cell = rowOf(link)?.querySelector<HTMLElement>('[data-edit]');
  if (!cell) return;
  isAmongCells = true;
  focusAfter(link, cell);
}

/** Moves the focus, synchronously if possible, because the next key goes to the focused element. */
function focusAfter(from: HTMLElement, stop: HTMLElement): void {
  if (loaded) {
    focusOn(stop, loaded.t);
    return;
  }
  loadMeans().then(
    ({ t }) => {
      if (from.contains(document.activeElement)) focusOn(stop, t);
    },
    () => undefined,
  );
}

/** Edits a cell, or a value of a row without its own cell. */
export async function change(element: HTMLElement, name?: CellName): Promise<void> {
  const row = rowOf(element);
  const cell = element.closest<HTMLElement>('[data-edit]');
  const cellToChange = name ?? (cell && nameOf(cell));
  if (row && cellToChange) await changeCell(row, cellToChange, await loadMeans());
}

function onKey(event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
  if (hasModifier(event)) return;
  const cell = target.closest<HTMLElement>('[data-edit]');
  const row = rowOf(target);
  if (!row || !(target.matches('.cell-button') || (isAmongCells && target.matches('.row-link')))) return;
  if (cell && (key === 'Enter' || key === 'F2' || key === ' ')) void change(cell);
  else if (cell && key === 'Escape') leaveCells(row);
  else if (!row.ariaBusy && !move(row, cell ?? target, key)) return;
  event.preventDefault();
}

function leaveCells(row: HTMLElement): void {
  isAmongCells = false;
  stopsIn(row)[0]?.focus();
}

function move(row: HTMLTableRowElement, stop: HTMLElement, key: string): boolean {
  const rows = rowsInSight();
  const place = { row: rows.indexOf(row), column: stopsIn(row).indexOf(stop) };
  const size = { rows: rows.length, columns: stopsIn(row).length, isRtl: document.dir === 'rtl' };
  const next = placeAfter(key, place, size);
  const nextRow = next && rows[next.row];
  if (!nextRow) return false;
  const nextStop = stopsIn(nextRow)[next.column];
  if (nextStop && nextStop !== stop) focusAfter(stop, nextStop);
  return true;
}

/** Shows which keys work here while the keyboard is used, and announces them once. */
async function announceKeys(focused: Element | null): Promise<void> {
  const row = focused && rowOf(focused);
  if (!row) isAmongCells = false;
  if (!row || !focused.matches(':is(.row-link, .cell-button, .cell-editor *):focus-visible')) return;
  const kind = focused.matches('.row-link') ? 'row' : focused.matches('.cell-button') ? 'cell' : 'editor';
  const { t } = await loadMeans();
  const text = t(`list:inPlace.keys.${kind}`, { arrow: document.dir === 'rtl' ? '←' : '→' });
  const table = row.closest('table');
  let hint = table?.parentElement?.querySelector<HTMLElement>('.cell-keys');
  if (!hint) {
    hint = document.createElement('p');
    hint.className = 'cell-keys sticky bottom-3 z-5';
    // It is announced separately, and would be read again after the table.
    hint.ariaHidden = 'true';
    table?.after(hint);
  }
  hint.textContent = text;
  if (!announced.has(kind)) document.dispatchEvent(new CustomEvent('list:announce', { detail: text }));
  announced.add(kind);
}
