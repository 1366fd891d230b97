import { api } from '../../browser/core/request/api-client.ts';

/** The number of affected transactions, and their first and last local date, both included. */
export interface Impact {
  count: number;
  first_date: string;
  last_date: string;
  edited_count: number;
}

/** The impact of each scope. */
type Impacts = Record<'single' | 'future' | 'all', Impact>;

/** The recurring template of an occurrence, as the API returns it. */
export interface TemplateAround {
  /** Null if the template was deleted and its transactions remain. */
  template_id: string | null;
  name: string | null;
  next_dates: string[];
  /** Whether the occurrence lies after today. */
  is_ahead: boolean;
  /** Whether the recurring template has no end, so that more is affected than can be counted. */
  never_ends: boolean;
  removal: Impacts;
  change: Impacts | null;
}

/**
 * Fetches the recurring template of a transaction; never cached, because the impact of a deletion must be up to date.
 * @throws ApiError, 404 for a transaction of no template
 */
export async function loadTemplateAround(id: string): Promise<TemplateAround> {
  const path = `/transactions/recurring/${encodeURIComponent(id)}`;
  return (await api<{ series: TemplateAround }>(path)).series;
}
