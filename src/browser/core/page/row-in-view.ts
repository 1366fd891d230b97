/** The link of the row of a thing with a page of its own. */
export function linkTo(address: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.row-link[href^="${CSS.escape(address)}"]`);
}

/** Whether any of a control is within the window. */
export function isSeen(control: Element | null): boolean {
  const { top, bottom } = control?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return bottom > 0 && top < innerHeight;
}

/** Scrolls as far as it takes to see a control with its row; what is higher than the window stays where it is. */
export function bringIntoView(control: Element | null): void {
  const whole = control?.closest('tr') ?? control;
  if (whole && whole.getBoundingClientRect().height < innerHeight) whole.scrollIntoView({ block: 'nearest' });
}
