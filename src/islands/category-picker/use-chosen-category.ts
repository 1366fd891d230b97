import { type RefObject, useEffect, useState } from 'react';

/**
 * The id of the chosen category, which the list in the form holds. Changes are told as if a person had made them there,
 * so that whoever listens to the form hears of them.
 */
export function useChosenCategory(select: RefObject<HTMLSelectElement | null>, value: string) {
  const [chosen, setChosen] = useState(value);

  // The list may have been used before the island came, and whatever resets the form resets the list.
  useEffect(() => {
    const form = select.current?.form;
    const read = () => setChosen(select.current?.value ?? '');
    const readSoon = () => queueMicrotask(read);
    read();
    form?.addEventListener('change', read);
    form?.addEventListener('reset', readSoon);
    return () => {
      form?.removeEventListener('change', read);
      form?.removeEventListener('reset', readSoon);
    };
  }, [select]);

  return {
    chosen,
    choose(id: string) {
      if (!select.current || select.current.value === id) return;
      select.current.value = id;
      for (const kind of ['input', 'change']) {
        select.current.dispatchEvent(new Event(kind, { bubbles: true }));
      }
    },
  };
}
