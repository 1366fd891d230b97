import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from 'react';
import type { CategoryChoice } from '../../stores/categories.ts';
import { findNamed, optionsFor, type PickerOption } from './options.ts';

interface PickerListOptions {
  id: string;
  categories: CategoryChoice[];
  chosen: CategoryChoice | undefined;
  /** An empty id means no category. */
  onChoose: (id: string) => void;
  onCreate: (name: string) => void;
}

export function usePickerList({ id, categories, chosen, onChoose, onCreate }: PickerListOptions) {
  const [list, setList] = useState(CLOSED);
  /** Typed text that matches no category. */
  const [unknown, setUnknown] = useState('');
  const options = optionsFor(categories, list.typed ?? '');
  const optionId = (index: number) => `${id}-option-${index}`;
  const active = list.open && list.active >= 0 ? optionId(list.active) : undefined;
  const placeOfChosen = options.findIndex(
    (option) => option.kind === 'category' && option.category.id === chosen?.id,
  );

  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useLayoutEffect(() => {
    if (!list.open) return;
    const closed = new AbortController();
    const place = () => placeAt(id);
    place();
    for (const kind of ['scroll', 'resize'])
      addEventListener(kind, place, { capture: true, signal: closed.signal });
    return () => closed.abort();
  }, [list.open, id]);

  const take = (option: PickerOption | undefined) => {
    setList(CLOSED);
    if (option?.kind === 'create') onCreate(option.name);
    else if (option) onChoose(option.kind === 'category' ? option.category.id : '');
  };
  // On leaving, a full name chooses its category, empty text chooses none, and other text changes nothing.
  const settle = () => {
    const typed = list.typed?.trim();
    const named = typed ? findNamed(categories, typed) : undefined;
    setList(CLOSED);
    if (named) onChoose(named.id);
    else if (typed === '') onChoose('');
    else if (typed) setUnknown(typed);
  };

  return {
    list,
    options,
    placeOfChosen,
    unknown,
    optionId,
    active,
    take,
    settle,
    open: () =>
      setList((before) => (before.open ? before : { ...before, open: true, active: placeOfChosen })),
    close: () => setList(CLOSED),
    type(typed: string) {
      setUnknown('');
      setList({ open: true, typed, active: typed.trim() ? 0 : -1, moving: false });
    },
    press(event: KeyboardEvent) {
      const activeExists = options[list.active]?.kind !== 'create';
      const effect = pressKey(list, event, { count: options.length, chosen: placeOfChosen, activeExists });
      if (!effect) return;
      if ('take' in effect) take(options[effect.take]);
      else setList(effect);
      if ('take' in effect && !effect.stay) return;
      // Enter must not send the form, and Escape must not close the dialog.
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

const MOST = 304;
const ENOUGH = 240;
const GAP = 4;

/** Places the list where the field leaves it more room: over everything, so that it lengthens no dialog. */
function placeAt(id: string): void {
  const list = document.getElementById(`${id}-list`);
  const field = document.getElementById(id)?.getBoundingClientRect();
  if (!list || !field) return;
  const { offsetTop, height } = visualViewport as VisualViewport;
  const above = field.top - offsetTop;
  const below = offsetTop + height - field.bottom;
  const isUp = below < ENOUGH && above > below;
  const edge = isUp ? `bottom:${innerHeight - field.top + GAP}` : `top:${field.bottom + GAP}`;
  list.style.cssText = `left:${field.left}px;width:${field.width}px;max-height:${Math.min(MOST, (isUp ? above : below) - 2 * GAP)}px;${edge}px`;
}

/** `active` is the index of the option that Enter would choose, -1 for none. */
export interface ListState {
  open: boolean;
  /** The typed search; `null` while the field shows the name of the chosen category. */
  typed: string | null;
  active: number;
  /** Whether the person is moving in the list: Home and End then go to its ends, otherwise to those of the text. */
  moving: boolean;
}

export const CLOSED: ListState = { open: false, typed: null, active: -1, moving: false };

/** A new state, or to `take` the active option (`stay: false` for Tab, which moves the focus). */
type KeyEffect = ListState | { take: number; stay: boolean } | undefined;

interface Options {
  count: number;
  /** The index of the chosen option, at which the list opens; -1 for none. */
  chosen: number;
  activeExists: boolean;
}

/** The keys of an editable combobox with a list (WAI-ARIA Authoring Practices). */
export function pressKey(
  state: ListState,
  { key, altKey }: Pick<KeyboardEvent, 'key' | 'altKey'>,
  options: Options,
): KeyEffect {
  return state.open ? pressOpen(state, key, altKey, options) : pressClosed(state, key, altKey, options);
}

function pressClosed(state: ListState, key: string, altKey: boolean, options: Options): KeyEffect {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  if (altKey) return key === 'ArrowDown' ? { ...state, open: true, active: options.chosen } : undefined;
  const end = key === 'ArrowDown' ? 0 : options.count - 1;
  return { ...state, open: true, moving: true, active: options.chosen < 0 ? end : options.chosen };
}

function pressOpen(state: ListState, key: string, altKey: boolean, options: Options): KeyEffect {
  const { count } = options;
  const to = (active: number) => ({ ...state, active, moving: true });
  switch (key) {
    case 'ArrowDown':
      return to((state.active + 1) % count);
    case 'ArrowUp':
      if (altKey) return { ...state, open: false };
      return to(state.active <= 0 ? count - 1 : state.active - 1);
    case 'Home':
      return state.moving ? to(0) : undefined;
    case 'End':
      return state.moving ? to(count - 1) : undefined;
    case 'Escape':
      return CLOSED;
    case 'Enter':
      return state.active < 0 ? { ...state, open: false } : { take: state.active, stay: true };
    case 'Tab':
      return state.active >= 0 && options.activeExists && isMeant(state)
        ? { take: state.active, stay: false }
        : undefined;
    default:
      return undefined;
  }
}

// In a list that was only opened, the chosen option is active, so leaving with Tab changes nothing.
function isMeant({ typed, moving }: ListState): boolean {
  return moving || Boolean(typed?.trim());
}
