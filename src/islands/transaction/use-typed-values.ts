import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { TransactionValues } from './form-properties.ts';

/** What stands in the fields of a form at this moment, whoever put it there; `start` until the island runs. */
export function useTypedValues(
  element: RefObject<HTMLFormElement | null>,
  start: TransactionValues,
): TransactionValues {
  const [values, setValues] = useState(start);
  const read = useEffectEvent((form: HTMLFormElement) => {
    const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    setValues({ ...start, ...Object.fromEntries(typed) });
  });

  useEffect(() => {
    const form = element.current;
    if (!form) return;
    const follow = () => read(form);
    follow();
    for (const kind of ['input', 'change']) form.addEventListener(kind, follow);
    return () => {
      for (const kind of ['input', 'change']) form.removeEventListener(kind, follow);
    };
  }, [element]);
  return values;
}
