/** Whether a press or a key has a meaning of the browser's own: with Control, Shift and such, or another mouse button. */
export function hasModifier(event: MouseEvent | KeyboardEvent): boolean {
  const isOtherButton = event instanceof MouseEvent && event.button > 0;
  return isOtherButton || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}
