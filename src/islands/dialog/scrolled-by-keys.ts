/** As a ref, lets the keyboard scroll an element while it scrolls, because nothing in it takes the focus. */
export function scrolledByKeys(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const watched = new ResizeObserver(() => {
    element.tabIndex = element.scrollHeight > element.clientHeight ? 0 : -1;
  });
  watched.observe(element);
  return () => watched.disconnect();
}
