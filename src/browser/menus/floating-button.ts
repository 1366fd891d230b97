/** Shows the floating button to add a transaction while the page's own one is out of view: a page needs only one. */
export function startFloatingButton(): void {
  const floating = document.querySelector<HTMLElement>('.fab');
  const own = document.querySelector('.page-head [data-transaction=add]');
  if (!floating || !own) return;
  new IntersectionObserver((entries) => {
    const isInView = entries.at(-1)?.isIntersecting ?? false;
    // What has the focus stays.
    floating.toggleAttribute('data-floats', !isInView || floating === document.activeElement);
  }).observe(own);
}
