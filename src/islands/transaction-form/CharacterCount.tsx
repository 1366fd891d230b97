import { useEffect, useState } from 'react';
import { countLetters } from '../../domain/letters.ts';
import { useTranslate } from '../hooks.ts';

/** The share of the limit from which the count warns and is read aloud. */
const WARN_AT = 0.9;
const PAUSE = 1000;

export interface CountProperties {
  text: string;
  most: number;
}

/** The remaining number of characters: shown at once, read aloud after a pause in typing. */
export function CharacterCount({ text, most }: CountProperties) {
  const t = useTranslate();
  const [spoken, setSpoken] = useState('');
  const length = countLetters(text.trim());
  const remaining = most - length;
  const words = t(`transactions:form.${remaining < 0 ? 'charactersOver' : 'charactersLeft'}`, {
    count: Math.abs(remaining),
  });
  const near = length >= most * WARN_AT;

  useEffect(() => {
    const timer = setTimeout(() => setSpoken(near ? words : ''), PAUSE);
    return () => clearTimeout(timer);
  }, [near, words]);

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
