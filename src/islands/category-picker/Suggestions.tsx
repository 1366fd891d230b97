import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { parseAmount } from '../../domain/money.ts';
import { DESCRIPTION_MAX } from '../../domain/transactions/schema.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { api } from '../api-client.ts';
import type { FormValues } from '../form/form-values.ts';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useWhenReleased } from '../interaction/use-when-released.ts';
import { useTranslate } from '../use-translate.ts';
import { createCache } from './cache.ts';

const MOST = 3;

interface SuggestionsProperties {
  form: IslandForm;
  categories: CategoryChoice[];
  /** Set here to what chooses the first suggestion, while any are shown. */
  takeFirst: RefObject<(() => void) | undefined>;
  onChoose: (id: string) => void;
}

/**
 * The categories that fit the description, as buttons; hidden once one is chosen. None is ever chosen automatically.
 */
export function Suggestions({ form, categories, takeFirst, onChoose }: SuggestionsProperties) {
  const t = useTranslate();
  const values = useFormValues(form);
  const suggested = useWhenReleased(useSuggestions(values))
    .flatMap(({ category_id }) => categories.filter((category) => category.id === category_id))
    .slice(0, MOST);
  const shown = values.categoryId ? [] : suggested;
  const [first] = shown;
  const [taken, setTaken] = useState<CategoryChoice>();
  const isTaken = taken && taken.id === values.categoryId;
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
      <p className={isTaken ? 'hint' : 'visually-hidden'} aria-live="polite">
        {isTaken && t('transactions:picker.taken', { name: taken.name })}
        {shown.length > 0 &&
          `${t('transactions:picker.suggestions')}: ${shown.map(({ name }) => name).join(', ')}`}
      </p>
    </>
  );
}

// A suggested category, as the API returns it; `confidence` from 0 to 1.
interface Suggestion {
  category_id: string;
  category_name: string;
  confidence: number;
}

const PAUSE = 300;
const SHORTEST = 2;
const MAX_CACHED = 100;

// Requested only when the description or the type has changed.
function useSuggestions(values: FormValues): Suggestion[] {
  const { description, type } = values;
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
  const [cache] = useState(() => createCache<Suggestion[]>(MAX_CACHED));
  const before = useRef({ description, type });

  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const query = queryOf(values);
    const key = JSON.stringify(query);
    const cached = query ? cache.get(key) : [];
    if (cached || !query) return setSuggestions(cached ?? []);
    const found = await fetchSuggestions(query, signal);
    if (signal.aborted) return;
    if (found) cache.set(key, found);
    setSuggestions(found ?? []);
  });
  useEffect(() => {
    if (before.current.description === description && before.current.type === type) return;
    before.current = { description, type };
    const left = new AbortController();
    const timer = setTimeout(() => ask(left.signal), PAUSE);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [description, type]);
  return suggestions;
}

type Query = Record<string, string>;

// Nothing fits an empty description, and one that is too long is refused; type and amount only help.
function queryOf({ description, type, amount }: FormValues): Query | undefined {
  const words = description.trim().toLowerCase();
  if (words.length < SHORTEST || words.length > DESCRIPTION_MAX) return undefined;
  return 'minor' in parseAmount(amount) ? { description: words, type, amount } : { description: words, type };
}

// They are a convenience: if the request fails, none are shown and nobody is redirected to the sign-in page.
function fetchSuggestions(query: Query, signal: AbortSignal): Promise<Suggestion[] | undefined> {
  return api<{ suggestions: Suggestion[] }>('/categories/suggestions', {
    query,
    signal,
    background: true,
  }).then(
    ({ suggestions }) => suggestions,
    () => undefined,
  );
}
