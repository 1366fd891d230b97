/** The id of the actions on the selected rows, for the links to them. */
export const SELECTION_BAR = 'selection';
