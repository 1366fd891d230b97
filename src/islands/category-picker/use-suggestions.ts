import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FormValues } from '../../browser/core/forms/form-values.ts';
import { api } from '../../browser/core/request/api-client.ts';
import { fits } from '../../domain/letters.ts';
import { parseAmount } from '../../domain/money.ts';
import { DESCRIPTION_MAX } from '../../domain/transactions/schema.ts';
import { read } from '../../stores/cached-reads.ts';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';

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
