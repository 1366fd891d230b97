/** Where phones send what another app shares. */
export const SHARE_PATH = '/share';

/** The form that text fills in as a line of quick entry, before anything is saved. */
export function sharedTextAddress(form: FormData): string {
  const part = (name: string) => form.get(name)?.toString() ?? '';
  return `/transactions/new?${new URLSearchParams({ description: part('title'), line: part('text') })}`;
}
