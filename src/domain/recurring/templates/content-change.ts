import type { Content } from './phases.ts';

/** What a change gives every occurrence that it is for; what was not sent is not in it. */
export interface ContentChange {
  fields: Partial<Omit<Content, 'category_id'>>;
  /** A category of this type, or none; missing where it stays as it is. */
  category?: { id: string | null; type: Content['type'] } | undefined;
}

/** Changed values. A category of the other type than theirs is left out. */
export function withContent<Values extends Content>(
  values: Values,
  { fields, category }: ContentChange,
): Values {
  const type = fields.type ?? values.type;
  const own = type === values.type ? values.category_id : null;
  const fits = category && (category.id === null || category.type === type);
  return { ...values, ...fields, category_id: fits ? category.id : own };
}
