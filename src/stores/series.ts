import { api } from '../islands/api-client.ts';

/** How many transactions something reaches, and the local dates that they lie on, both included. */
export interface Reach {
  count: number;
  first_date: string;
  last_date: string;
  edited_count: number;
}

/** What each choice reaches. */
export type Reaches = Record<'single' | 'future' | 'all', Reach>;

/** The series around an occurrence, as the API gives it. */
export interface SeriesAround {
  /** Null where the series was deleted and only its transactions are left. */
  template_id: string | null;
  name: string | null;
  next_dates: string[];
  /** Whether the occurrence stands for a day after today. */
  is_ahead: boolean;
  removal: Reaches;
  change: Reaches | null;
}

/**
 * The series of a transaction, asked for each time: what is about to be deleted must be told as it is now.
 * @throws ApiError, 404 for a transaction of no series
 */
export async function loadSeries(id: string): Promise<SeriesAround> {
  const path = `/transactions/recurring/${encodeURIComponent(id)}`;
  return (await api<{ series: SeriesAround }>(path)).series;
}
