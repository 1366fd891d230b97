/**
 * The address of the sign-in page for a person whose session is about to end. It returns to this page, without that
 * page's own `return`.
 */
export function renewalAddress({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams);
  query.delete('return');
  const here = query.size > 0 ? `${pathname}?${query}` : pathname;
  return `/login?again=1&return=${encodeURIComponent(here)}`;
}
