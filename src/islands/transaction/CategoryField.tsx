import type { CategoryChoice } from '../../stores/categories.ts';
import { Field } from './Field.tsx';
import { useSay } from './say.ts';
import { useChosenType } from './use-chosen-type.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

interface CategoryProperties {
  form: TransactionFormState;
  value: string;
  /** The type the form came with. */
  type: string;
  categories: CategoryChoice[];
}

/** The categories by type; once the island runs, only those of the chosen type. */
export function CategoryField({ form, value, type, categories }: CategoryProperties) {
  const say = useSay();
  const control = form.bind('categoryId');
  const shownTypes = useChosenType(control.id, categories, () => form.fill('categoryId', ''));
  const group = (groupType: 'expense' | 'income') => (
    <optgroup label={say(`transactions:form.${groupType}Categories`)} key={groupType}>
      {categories
        .filter((category) => category.type === groupType)
        .map(({ id, name, language }) => (
          <option value={id} lang={language} key={id}>
            {name}
          </option>
        ))}
    </optgroup>
  );
  return (
    <Field form={form} name="categoryId" label={say('transactions:form.category')}>
      <select {...control} className="input" defaultValue={value}>
        <option value="">{say('transactions:form.noCategory')}</option>
        {orderOf(type)
          .filter((groupType) => shownTypes.includes(groupType))
          .map(group)}
      </select>
    </Field>
  );
}

// Without scripts both stay in the list, the likelier ones first.
function orderOf(type: string): ('expense' | 'income')[] {
  return type === 'income' ? ['income', 'expense'] : ['expense', 'income'];
}
