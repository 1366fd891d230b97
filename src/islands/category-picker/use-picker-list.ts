import { type KeyboardEvent, useEffect, useState } from 'react';
import type { CategoryChoice } from '../../stores/categories.ts';
import { CLOSED, pressKey } from './keys.ts';
import { findNamed, optionsFor, type PickerOption } from './options.ts';

interface Given {
  id: string;
  categories: CategoryChoice[];
  chosen: CategoryChoice | undefined;
  /** An empty id means no category. */
  onChoose: (id: string) => void;
  onCreate: (name: string) => void;
}

/** The state of a category picker's list: its options, which one is active, and the effects of keys and typing. */
export function usePickerList({ id, categories, chosen, onChoose, onCreate }: Given) {
  const [list, setList] = useState(CLOSED);
  /** Typed text that was left although it names no category. */
  const [unknown, setUnknown] = useState('');
  const options = optionsFor(categories, list.typed ?? '');
  const optionId = (place: number) => `${id}-option-${place}`;
  const active = list.open && list.active >= 0 ? optionId(list.active) : undefined;
  const placeOfChosen = options.findIndex(
    (option) => option.kind === 'category' && option.category.id === chosen?.id,
  );

  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  useEffect(() => {
    if (list.open) document.getElementById(`${id}-list`)?.scrollIntoView({ block: 'nearest' });
  }, [list.open, id]);

  const take = (option: PickerOption | undefined) => {
    setList(CLOSED);
    if (option?.kind === 'create') onCreate(option.name);
    else if (option) onChoose(option.kind === 'category' ? option.category.id : '');
  };
  // Text that was typed and left: a full name chooses that category, empty text none, any other text changes nothing.
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
    unknown,
    optionId,
    /** The id of the active option. */
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
      // Prevented here: Enter does not send the form, and Escape does not close the dialog.
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
