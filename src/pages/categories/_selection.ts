/** The form that takes the ticked categories to the question whether to delete them. */
export const SELECTION = 'category-selection';
