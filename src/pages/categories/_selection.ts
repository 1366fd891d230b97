/** The id of the form that submits the ticked categories; the next page asks whether to delete them. */
export const SELECTION = 'category-selection';
