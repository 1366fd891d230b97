import type { RefObject } from 'react';
import type { CategoryChoice } from '../../stores/categories.ts';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';

interface SelectProperties {
  id: string;
  ref: RefObject<HTMLSelectElement | null>;
  /** Whether it only holds the value, behind the picker that has taken over its id. */
  hidden: boolean;
  form: IslandForm;
  categories: CategoryChoice[];
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** The categories by type, the suggested ones first. */
export function CategorySelect({ form, categories, ...attributes }: SelectProperties) {
  const t = useTranslate();
  const { categoryId } = useFormValues(form);
  const order =
    form.start.type === 'income' ? (['income', 'expense'] as const) : (['expense', 'income'] as const);
  return (
    <select
      {...attributes}
      className="input"
      name="categoryId"
      value={categoryId}
      onChange={(event) => form.choose('categoryId', event.target.value)}
    >
      <option value="">{t('transactions:form.noCategory')}</option>
      {order
        .map((groupType) => ({
          groupType,
          group: categories.filter((category) => category.type === groupType),
        }))
        .filter(({ group }) => group.length > 0)
        .map(({ groupType, group }) => (
          <optgroup label={t(`transactions:form.${groupType}Categories`)} key={groupType}>
            {group.map(({ id, name, language }) => (
              <option value={id} lang={language} key={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
    </select>
  );
}
