/** The sign-in page for somebody whose session is about to end; it leads back to this page, not on to where that leads. */
export function renewalAddress({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams);
  query.delete('return');
  const here = query.size > 0 ? `${pathname}?${query}` : pathname;
  return `/login?again=1&return=${encodeURIComponent(here)}`;
}
