/** The state of the list: `active` is the index of the option that Enter would choose, -1 for none. */
export interface ListState {
  open: boolean;
  /** The typed search; `null` while the field shows the name of the chosen category. */
  typed: string | null;
  active: number;
  /** Whether the person is moving in the list: Home and End then go to its ends, otherwise to those of the text. */
  moving: boolean;
}

export const CLOSED: ListState = { open: false, typed: null, active: -1, moving: false };

/**
 * The effect of a key: none, a new state, or `take` the active option (`stay: false` for Tab, which moves the focus).
 */
type KeyEffect = ListState | { take: number; stay: boolean } | undefined;

interface Key {
  key: string;
  altKey: boolean;
}

interface Options {
  count: number;
  /** The index of the chosen option, -1 for none: the list opens there. */
  chosen: number;
  /** Whether the active option can be chosen, and need not be created first. */
  activeExists: boolean;
}

/** The keys of an editable combobox with a list (WAI-ARIA Authoring Practices). */
export function pressKey(state: ListState, { key, altKey }: Key, options: Options): KeyEffect {
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

// In a list that was only opened, the chosen option is active: leaving with Tab changes nothing.
function isMeant({ typed, moving }: ListState): boolean {
  return moving || Boolean(typed?.trim());
}
