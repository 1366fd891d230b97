import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { FormValues } from '../../browser/core/forms/form-values.ts';
import { api } from '../../browser/core/request/api-client.ts';
import { fits } from '../../domain/letters.ts';
import { parseAmount } from '../../domain/money.ts';
import { DESCRIPTION_MAX } from '../../domain/transactions/schema.ts';
import { read } from '../../stores/cached-reads.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate, useWhenReleased } from '../hooks.ts';

const MOST = 3;

/** How sure a suggestion must be to be filled in: one earlier choice for the same description, and no other. */
const SURE = 0.75;

export interface SuggestionsProperties {
  form: IslandForm;
  categories: CategoryChoice[];
  /** Whether the person has decided about the category, so that nothing is filled in. */
  decided: RefObject<boolean>;
  /** Set here to what chooses the first suggestion, while any are shown. */
  takeFirst: RefObject<(() => void) | undefined>;
  /** Set here to what waits for the suggestions of the latest description. */
  settle: RefObject<(() => Promise<void>) | undefined>;
  onChoose: (id: string) => void;
}

/**
 * The category that surely fits the description is filled in, until the person chooses one themselves or none; others
 * that fit are buttons.
 */
export function Suggestions({
  form,
  categories,
  decided,
  takeFirst,
  settle,
  onChoose,
}: SuggestionsProperties) {
  const t = useTranslate();
  const values = useFormValues(form);
  const [filled, setFilled] = useState('');
  const fill = (found: Suggestion[]) => {
    const { categoryId, newCategoryName } = form.values();
    if (decided.current || newCategoryName || (categoryId && categoryId !== filled)) return;
    const sure = sureOf(found);
    const id = categories.some((category) => category.id === sure) ? sure : '';
    setFilled(id);
    if (id !== categoryId) form.fill('categoryId', id);
  };
  const suggested = useWhenReleased(useSuggestions(form, settle, fill))
    .flatMap(({ category_id }) => categories.filter((category) => category.id === category_id))
    .slice(0, MOST);
  const shown = values.categoryId ? [] : suggested;
  const [first] = shown;
  const [taken, setTaken] = useState<CategoryChoice>();
  const chosen = categories.find(({ id }) => id === values.categoryId);
  const isTaken = chosen && chosen.id === taken?.id;
  const isFilled = useWhenReleased(chosen !== undefined && chosen.id === filled && !decided.current);
  useLayoutEffect(() => {
    takeFirst.current =
      first &&
      (() => {
        setTaken(first);
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

/** The id of a suggestion that is sure, and surer than the next; empty without one. */
function sureOf([first, second]: Suggestion[]): string {
  const isSure = first && first.confidence >= SURE && first.confidence !== second?.confidence;
  return isSure ? first.category_id : '';
}

/** A suggested category, as the API returns it; `confidence` from 0 to 1. */
export interface Suggestion {
  category_id: string;
  category_name: string;
  confidence: number;
}

const PAUSE = 300;
const SHORTEST = 2;

/**
 * The suggestions for the form's description, requested only once it or the type has changed.
 * @param settle set here to what requests them at once, while they are out of date
 * @param onFound called with them before they are rendered
 */
export function useSuggestions(
  form: IslandForm,
  settle: RefObject<(() => Promise<void>) | undefined>,
  onFound: (found: Suggestion[]) => void,
): Suggestion[] {
  const values = useFormValues(form);
  const { description, type } = values;
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
  const before = useRef<Partial<FormValues>>(form.start);

  const show = useEffectEvent((found: Suggestion[]) => {
    onFound(found);
    setSuggestions(found);
  });
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const query = queryOf(values);
    const found = query ? await fetchSuggestions(query) : [];
    if (!signal.aborted) show(found);
  });
  useEffect(() => {
    if (before.current.description === description && before.current.type === type) return;
    before.current = { description, type };
    const left = new AbortController();
    const timer = setTimeout(() => settle.current?.(), PAUSE);
    let asked: Promise<void> | undefined;
    settle.current = () => (asked ??= ask(left.signal));
    return () => {
      clearTimeout(timer);
      left.abort();
      settle.current = undefined;
    };
  }, [description, type, settle]);
  return suggestions;
}

type Query = Record<string, string>;

// Nothing fits an empty description, and one that is too long is refused; type and amount only help.
function queryOf({ description, type, amount }: FormValues): Query | undefined {
  const words = description.trim().toLowerCase();
  if (words.length < SHORTEST || !fits(words, DESCRIPTION_MAX)) return undefined;
  return 'minor' in parseAmount(amount) ? { description: words, type, amount } : { description: words, type };
}

// They are a convenience: if the request fails, none are shown and nobody is redirected to the sign-in page.
function fetchSuggestions(query: Query): Promise<Suggestion[]> {
  const path = `/categories/suggestions?${new URLSearchParams(query)}`;
  const fetcher = () => api<{ suggestions: Suggestion[] }>(path, { background: true });
  return read('suggestions', path, fetcher).then(
    ({ suggestions }) => suggestions,
    () => [],
  );
}
