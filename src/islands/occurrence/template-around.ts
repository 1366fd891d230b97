import { api } from '../api-client.ts';

/** How many transactions something changes, and the local dates that they lie on, both included. */
export interface Impact {
  count: number;
  first_date: string;
  last_date: string;
  edited_count: number;
}

/** The impact of each choice. */
type Impacts = Record<'single' | 'future' | 'all', Impact>;

/** The recurring template around an occurrence, as the API gives it. */
export interface TemplateAround {
  /** Null where the template was deleted and only its transactions are left. */
  template_id: string | null;
  name: string | null;
  next_dates: string[];
  /** Whether the occurrence is of a day after today. */
  is_ahead: boolean;
  removal: Impacts;
  change: Impacts | null;
}

/**
 * The recurring template of a transaction, never cached: what is about to be deleted must be shown as it is now.
 * @throws ApiError, 404 for a transaction of no template
 */
export async function loadTemplateAround(id: string): Promise<TemplateAround> {
  const path = `/transactions/recurring/${encodeURIComponent(id)}`;
  return (await api<{ series: TemplateAround }>(path)).series;
}
