import { useEffect, useEffectEvent, useState } from 'react';
import type { CategoryChoice } from '../../stores/categories.ts';

const BOTH = ['expense', 'income'];

/**
 * The types whose categories the list shows. It follows the type radios of the list's form, read from the page because
 * they may have been changed before the island came; a chosen category of the other type is given up only when the
 * person changes the type.
 */
export function useChosenType(selectId: string, categories: CategoryChoice[], giveUp: () => void): string[] {
  const [types, setTypes] = useState(BOTH);

  const begin = useEffectEvent((form: HTMLFormElement) => {
    const { type, categoryType } = read(form, categories);
    if (type) setTypes([type, categoryType]);
  });
  const follow = useEffectEvent((form: HTMLFormElement) => {
    const { type, categoryType } = read(form, categories);
    if (categoryType && categoryType !== type) giveUp();
    setTypes([type]);
  });

  useEffect(() => {
    const form = document.getElementById(selectId)?.closest('form');
    if (!form) return;
    const changed = (event: Event) => {
      if (event.target instanceof HTMLInputElement && event.target.name === 'type') follow(form);
    };
    begin(form);
    form.addEventListener('change', changed);
    return () => form.removeEventListener('change', changed);
  }, [selectId]);
  return types;
}

function read(form: HTMLFormElement, categories: CategoryChoice[]) {
  const data = new FormData(form);
  const chosen = categories.find(({ id }) => id === data.get('categoryId'));
  return { type: String(data.get('type') ?? ''), categoryType: chosen?.type ?? '' };
}
