import { useEffect, useState } from 'react';
import { loadSeries, type SeriesAround } from '../../stores/series.ts';
import { ApiError } from '../api-client.ts';
import { type Say, speaker } from '../transaction/speaker.ts';
import { loadOccurrenceTexts } from './load-texts.ts';

/** How far fetching is: `none` for a transaction of no series. */
export type Fetched = 'loading' | 'failed' | 'none' | { series: SeriesAround; say: Say };

/** Fetches the series of a transaction, and the words about it. */
export function useSeries(id: string, language: string): Fetched {
  const [fetched, setFetched] = useState<Fetched>('loading');
  useEffect(() => {
    let current = true;
    Promise.all([loadSeries(id), loadOccurrenceTexts(language)]).then(
      ([series, texts]) => current && setFetched({ series, say: speaker(texts, language) }),
      (error) => current && setFetched(isMissing(error) ? 'none' : 'failed'),
    );
    return () => {
      current = false;
    };
  }, [id, language]);
  return fetched;
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
