/** What the fields of a new category hold; an empty colour or icon is derived from the name. */
export interface NewCategoryValues {
  newCategoryName: string;
  newCategoryColor: string;
  newCategoryIcon: string;
}

export type NewCategoryErrors = Partial<Record<keyof NewCategoryValues, string | undefined>>;

/** What a form holds that nobody has touched. */
export const NO_NEW_CATEGORY: NewCategoryValues = {
  newCategoryName: '',
  newCategoryColor: '',
  newCategoryIcon: '',
};
