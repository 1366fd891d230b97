import { useEffect, useState } from 'react';
import { api } from '../api-client.ts';
import { createMemory } from './memory.ts';

/** A category that fits what is being typed, as the API gives it; `confidence` from 0 to 1. */
export interface Suggestion {
  category_id: string;
  category_name: string;
  confidence: number;
}

const PAUSE = 300;
const SHORTEST = 2;
const REMEMBERED = 100;

/** The categories that fit the description in the field's form, asked for while it is typed; none before that. */
export function useSuggestions(fieldId: string): Suggestion[] {
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
  const [memory] = useState(() => createMemory<Suggestion[]>(REMEMBERED));

  useEffect(() => {
    const form = document.getElementById(fieldId)?.closest('form');
    if (!form) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let request: AbortController | undefined;

    const ask = async () => {
      const query = queryOf(form);
      const key = JSON.stringify(query);
      const remembered = query ? memory.get(key) : [];
      if (remembered || !query) return setSuggestions(remembered ?? []);
      request = new AbortController();
      const { signal } = request;
      const found = await fetchSuggestions(query, signal);
      if (signal.aborted) return;
      if (found) memory.set(key, found);
      setSuggestions(found ?? []);
    };
    const later = ({ target }: Event) => {
      if (!isAsked(target)) return;
      clearTimeout(timer);
      request?.abort();
      timer = setTimeout(ask, PAUSE);
    };
    form.addEventListener('input', later);
    return () => {
      form.removeEventListener('input', later);
      clearTimeout(timer);
      request?.abort();
    };
  }, [fieldId, memory]);
  return suggestions;
}

type Query = Record<string, string>;

// Of no description there is nothing to say; type and amount only help.
function isAsked(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && ['description', 'type'].includes(target.name);
}

function queryOf(form: HTMLFormElement): Query | undefined {
  const data = new FormData(form);
  const description = String(data.get('description') ?? '').trim();
  const amount = String(data.get('amount') ?? '');
  if (description.length < SHORTEST) return undefined;
  const query = { description: description.toLowerCase(), type: String(data.get('type') ?? '') };
  return /^\d+(\.\d+)?$/.test(amount) ? { ...query, amount } : query;
}

// They are a convenience: where they cannot be had, nothing is said and nobody is led away.
function fetchSuggestions(query: Query, signal: AbortSignal): Promise<Suggestion[] | undefined> {
  return api<{ suggestions: Suggestion[] }>('/categories/suggestions', { query, signal, stays: true }).then(
    ({ suggestions }) => suggestions,
    () => undefined,
  );
}
