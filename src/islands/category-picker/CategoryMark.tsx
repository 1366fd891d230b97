import type { CategoryChoice } from '../../stores/categories.ts';
import { iconHref } from '../../ui/icons/href.ts';
import { DEFAULT_CATEGORY_ICON, isCategoryIcon } from '../../ui/icons/names.ts';

/** A category's icon on a disc of its colour; for use beside its name. */
export function CategoryMark({ icon, color }: Pick<CategoryChoice, 'icon' | 'color'>) {
  return (
    <svg className="category-icon" viewBox="0 0 40 40" color={color} aria-hidden="true">
      <circle cx="20" cy="20" r="20" />
      <use
        href={iconHref(isCategoryIcon(icon) ? icon : DEFAULT_CATEGORY_ICON)}
        x="10"
        y="10"
        width="20"
        height="20"
      />
    </svg>
  );
}
