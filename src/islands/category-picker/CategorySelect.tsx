import type { RefObject } from 'react';
import type { CategoryChoice } from '../../stores/categories.ts';
import { useSay } from '../transaction/say.ts';
import type { TransactionFormState } from '../transaction/use-transaction-form.ts';

interface SelectProperties {
  control: ReturnType<TransactionFormState['bind']>;
  element: RefObject<HTMLSelectElement | null>;
  /** Whether it only holds the value, behind the picker that has taken its id. */
  hidden: boolean;
  value: string;
  /** The type the form came with. */
  type: string;
  categories: CategoryChoice[];
}

/** The categories by type, the likelier ones first. */
export function CategorySelect({ control, element, hidden, value, type, categories }: SelectProperties) {
  const say = useSay();
  const { id, ref, ...attributes } = control;
  const order = type === 'income' ? (['income', 'expense'] as const) : (['expense', 'income'] as const);
  return (
    <select
      {...attributes}
      id={hidden ? `${id}-value` : id}
      hidden={hidden}
      ref={(select) => {
        element.current = select;
        ref(select);
      }}
      className="input"
      defaultValue={value}
    >
      <option value="">{say('transactions:form.noCategory')}</option>
      {order
        .map((groupType) => ({
          groupType,
          group: categories.filter((category) => category.type === groupType),
        }))
        .filter(({ group }) => group.length > 0)
        .map(({ groupType, group }) => (
          <optgroup label={say(`transactions:form.${groupType}Categories`)} key={groupType}>
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
