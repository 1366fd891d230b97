/** Whether the browser gives a press its own meaning: with a modifier key or another mouse button. */
export function hasModifier(event: MouseEvent | KeyboardEvent): boolean {
  const isOtherButton = event instanceof MouseEvent && event.button > 0;
  return isOtherButton || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}
