import { useEffect, useState } from 'react';
import { useSay } from './say.ts';

const WARN_AT = 0.9;
const PAUSE = 1000;

/** How many characters are left; shown at once, read aloud after a pause in typing. Nothing without scripts. */
export function CharacterCount({ fieldId, most }: { fieldId: string; most: number }) {
  const say = useSay();
  const [length, setLength] = useState<number | null>(null);
  const [spoken, setSpoken] = useState('');
  const left = most - (length ?? 0);
  const words = say(`transactions:form.${left < 0 ? 'charactersOver' : 'charactersLeft'}`, {
    count: Math.abs(left),
  });
  const near = length !== null && length >= most * WARN_AT;

  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (!(field instanceof HTMLTextAreaElement)) return;
    const measure = () => setLength(field.value.trim().length);
    measure();
    field.addEventListener('input', measure);
    return () => field.removeEventListener('input', measure);
  }, [fieldId]);

  useEffect(() => {
    const timer = setTimeout(() => setSpoken(near ? words : ''), PAUSE);
    return () => clearTimeout(timer);
  }, [near, words]);

  if (length === null) return null;
  return (
    <>
      <p className={near ? 'character-count character-count-near' : 'character-count'} aria-hidden="true">
        {words}
      </p>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
    </>
  );
}
