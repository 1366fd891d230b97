import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { FormValues } from '../../browser/core/forms/form-values.ts';
import { api } from '../../browser/core/request/api-client.ts';
import { fits } from '../../domain/letters.ts';
import { parseAmount } from '../../domain/money.ts';
import { DESCRIPTION_MAX } from '../../domain/transactions/schema.ts';
import { read } from '../../stores/cached-reads.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { useTranslate, useWhenReleased } from '../hooks.ts';

const MOST = 3;

export interface SuggestionsProperties {
  categories: CategoryChoice[];
  decided: RefObject<boolean>;
  /** Set here to what chooses the first suggestion, while any are shown. */
  takeFirst: RefObject<(() => void) | undefined>;
  /** Set here to what waits for the suggestions of the latest description. */
  settle: RefObject<(() => Promise<void>) | undefined>;
  onChoose: (id: string) => void;
}

/** Fills in the category that surely fits the description until one is chosen; others that fit are buttons. */
export function Suggestions({ categories, decided, takeFirst, settle, onChoose }: SuggestionsProperties) {
  const t = useTranslate();
  const form = useFormContext();
  const values = useFormValues();
  const [filled, setFilled] = useState('');
  const fill = ({ certain }: Suggested) => {
    const { categoryId, newCategoryName } = form.getValues();
    if (decided.current || newCategoryName || (categoryId && categoryId !== filled)) return;
    const id = categories.find((category) => category.id === certain)?.id ?? '';
    setFilled(id);
    if (id !== categoryId) form.fill('categoryId', id);
  };
  const suggested = useWhenReleased(useSuggestions(settle, fill))
    .flatMap(({ category_id }) => categories.filter((category) => category.id === category_id))
    .slice(0, MOST);
  const shown = values.categoryId ? [] : suggested;
  const [first] = shown;
  const [accepted, setAccepted] = useState<CategoryChoice>();
  const chosen = categories.find(({ id }) => id === values.categoryId);
  const isTaken = chosen && chosen.id === accepted?.id;
  const isFilled = useWhenReleased(chosen !== undefined && chosen.id === filled && !decided.current);
  useLayoutEffect(() => {
    takeFirst.current =
      first &&
      (() => {
        setAccepted(first);
        onChoose(first.id);
      });
  });
  return (
    <>
      {shown.length > 0 && (
        <fieldset className="presets">
          <legend className="visually-hidden">{t('transactions:picker.suggestions')}</legend>
          <span className="hint" aria-hidden="true">
            {t('transactions:picker.suggested')}
          </span>
          {shown.map((category) => (
            <button
              className="preset"
              type="button"
              lang={category.language}
              onClick={() => onChoose(category.id)}
              key={category.id}
            >
              <bdi>{category.name}</bdi>
            </button>
          ))}
        </fieldset>
      )}
      <p className={isTaken || isFilled ? 'hint' : 'visually-hidden'}>
        <span aria-live="polite">
          {isTaken && t('transactions:picker.taken', { name: chosen.name })}
          {isFilled && chosen && t('transactions:picker.filled', { name: chosen.name })}
          {shown.length > 0 &&
            `${t('transactions:picker.suggestions')}: ${shown.map(({ name }) => name).join(', ')}`}
        </span>{' '}
        {isFilled && (
          <button className="preset" type="button" onClick={() => onChoose('')}>
            {t('transactions:picker.remove')}
          </button>
        )}
      </p>
    </>
  );
}

interface Suggested {
  suggestions: { category_id: string }[];
  /** The one that is filled in unless the person chooses. */
  certain: string | null;
}

const NONE: Suggested = { suggestions: [], certain: null };

const PAUSE = 300;
const SHORTEST = 2;

/**
 * The suggestions for the form's description, requested only once it or the type has changed.
 * @param settle set here to a function that requests outdated suggestions at once
 * @param onFound called with them before they are rendered
 */
function useSuggestions(
  settle: RefObject<(() => Promise<void>) | undefined>,
  onFound: (found: Suggested) => void,
): Suggested['suggestions'] {
  const { start } = useFormContext();
  const values = useFormValues();
  const { description, type } = values;
  const [suggestions, setSuggestions] = useState(NONE.suggestions);
  const before = useRef<Partial<FormValues>>(start);

  const show = useEffectEvent((latest: Suggested) => {
    onFound(latest);
    setSuggestions(latest.suggestions);
  });
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const query = queryOf(values);
    const latest = query ? await fetchSuggestions(query) : NONE;
    if (!signal.aborted) show(latest);
  });
  useEffect(() => {
    if (before.current.description === description && before.current.type === type) return;
    before.current = { description, type };
    const controller = new AbortController();
    // What was filled in goes with its words: a transaction without them would take its name.
    const timer = setTimeout(() => settle.current?.(), description.trim() ? PAUSE : 0);
    let request: Promise<void> | undefined;
    settle.current = () => (request ??= ask(controller.signal));
    return () => {
      clearTimeout(timer);
      controller.abort();
      settle.current = undefined;
    };
  }, [description, type, settle]);
  return suggestions;
}

type Query = Record<string, string>;

// Without a description there are no suggestions, and one that is too long is refused; type and amount only help.
function queryOf({ description, type, amount }: FormValues): Query | undefined {
  const words = description.trim().toLowerCase();
  if (words.length < SHORTEST || !fits(words, DESCRIPTION_MAX)) return undefined;
  return 'minor' in parseAmount(amount) ? { description: words, type, amount } : { description: words, type };
}

// Suggestions are optional: a failed request shows none and redirects nobody to the sign-in page.
function fetchSuggestions(query: Query): Promise<Suggested> {
  const path = `/categories/suggestions?${new URLSearchParams(query)}`;
  return read('suggestions', path, () => api<Suggested>(path, { background: true })).catch(() => NONE);
}
