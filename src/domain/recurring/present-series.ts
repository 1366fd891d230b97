import type { Reach, Reaches } from './reach.ts';
import type { Series } from './read-series.ts';

/** The series around an occurrence as answers show it. */
export function presentSeries({ template, next, isAhead, removal, change }: Series) {
  return {
    template_id: template?.id ?? null,
    name: template?.name ?? null,
    next_dates: next,
    is_ahead: isAhead,
    removal: presentReaches(removal),
    change: change && presentReaches(change),
  };
}

function presentReaches({ single, future, all }: Reaches) {
  return { single: presentReach(single), future: presentReach(future), all: presentReach(all) };
}

function presentReach({ count, first, last, edited }: Reach) {
  return { count, first_date: first, last_date: last, edited_count: edited };
}

export type PresentedReach = ReturnType<typeof presentReach>;
export type PresentedSeries = ReturnType<typeof presentSeries>;
