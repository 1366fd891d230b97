/** When a change counts as made: `now`, or just after the version before it, so that no two versions look the same. */
export function nextVersion({ updated_at }: { updated_at: string }, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(updated_at) + 1)).toISOString();
}
