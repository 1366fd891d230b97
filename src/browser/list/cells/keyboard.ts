import { loadTexts } from 'virtual:dialog-texts/inPlace';
import type { CellName } from '../../../domain/transactions/fields.ts';
import { settingsOf } from '../../core/page/dialog-settings.ts';
import { element } from '../../core/page/element.ts';
import { hasModifier } from '../../core/page/modifiers.ts';
import { translatorOf } from '../../core/texts/translate.ts';
import { pressRows } from '../row-presses.ts';
import { focusOn, nameOf, rowOf, rowsInSight, stopsIn } from './cells.ts';
import { changeCell } from './change.ts';
import type { CellContext } from './fields.ts';

/** Whether arrow keys move between cells: from the first such key until the table is left. */
let isAmongCells = false;

const announced = new Set<string>();

let loading: Promise<CellContext> | undefined;
let loaded: CellContext | undefined;

function loadContext(): Promise<CellContext> {
  loading ??= (async () => {
    const element = document.getElementById('transaction-dialog') ?? document.documentElement;
    const t = translatorOf(await loadTexts(), document.documentElement.lang);
    loaded = { settings: settingsOf(element), t };
    return loaded;
  })();
  return loading;
}

pressRows({
  change: (cell) => void change(cell),
  hint: async () => (await loadContext()).t('list:inPlace.mouse'),
});
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
  loadContext().then(
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
  if (row && cellToChange) await changeCell(row, cellToChange, await loadContext());
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
  const [rows, stops] = [rowsInSight(), stopsIn(row)];
  const ahead = document.dir === 'rtl' ? -1 : 1;
  const steps: Record<string, [down: number, on: number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowRight: [0, ahead],
    ArrowLeft: [0, -ahead],
    Home: [0, -stops.length],
    End: [0, stops.length],
  };
  const step = steps[key];
  if (!step) return false;
  const column = Math.min(Math.max(stops.indexOf(stop) + step[1], 0), stops.length - 1);
  const next = stopsIn(rows[rows.indexOf(row) + step[0]] ?? row)[column];
  if (next && next !== stop) focusAfter(stop, next);
  return true;
}

/** Shows which keys work here while the keyboard is used, and announces them once. */
async function announceKeys(focused: Element | null): Promise<void> {
  const row = focused && rowOf(focused);
  if (!row) isAmongCells = false;
  if (!row || !focused.matches(':is(.row-link, .cell-button, .cell-editor *):focus-visible')) return;
  const kind = focused.matches('.row-link') ? 'row' : focused.matches('.cell-button') ? 'cell' : 'editor';
  const { t } = await loadContext();
  const text = t(`list:inPlace.keys.${kind}`, { arrow: document.dir === 'rtl' ? '←' : '→' });
  const table = row.closest('table');
  const present = table?.parentElement?.querySelector<HTMLElement>('.cell-keys');
  // It is announced separately, and would be read again after the table.
  const hint = present ?? element('p', { className: 'cell-keys', ariaHidden: 'true' });
  hint.textContent = text;
  if (!present) {
    table?.after(hint);
    // The browser may keep what is below the hint in place, and so move the row out of a low window.
    focused.scrollIntoView({ block: 'nearest' });
  }
  if (!announced.has(kind)) document.dispatchEvent(new CustomEvent('list:announce', { detail: text }));
  announced.add(kind);
}
