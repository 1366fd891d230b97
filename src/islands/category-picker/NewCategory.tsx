import { type KeyboardEvent, type RefObject, useContext, useEffect, useState } from 'react';
import type { CategoryChoice } from '../../stores/categories.ts';
import { useSay } from '../transaction/say.ts';
import { CreateButtons } from './CreateButtons.tsx';
import { LookFieldsContext } from './LookFieldsContext.tsx';
import { NameField } from './NameField.tsx';
import type { NewCategoryErrors, NewCategoryValues } from './new-category.ts';
import { useCategoryCreation } from './use-category-creation.ts';

interface NewCategoryProperties {
  /** Put before the id of each field. */
  idPrefix: string;
  values: NewCategoryValues;
  errors: NewCategoryErrors;
  inDialog: boolean;
  /** The picker is there: a category can be made without sending the form. */
  enhanced: boolean;
  place: RefObject<HTMLDetailsElement | null>;
  /** The name that the picker was asked to make a category of; a new object each time. */
  wanted: { name: string } | null;
  onCreated: (category: CategoryChoice) => void;
  onCancel: () => void;
}

/**
 * Name, colour and icon of a category that is not there yet. They are fields of the form around them, which makes the
 * category when it is posted; with scripts a button makes it before.
 */
export function NewCategory({ place, wanted, ...properties }: NewCategoryProperties) {
  const { idPrefix, values, inDialog, enhanced } = properties;
  const [errors, setErrors] = useState(properties.errors);
  const say = useSay();
  const LookFields = useContext(LookFieldsContext);
  const [opened, setOpened] = useState(!inDialog);
  const creation = useCategoryCreation(place, inDialog, properties.onCreated);
  const nameId = `${idPrefix}newCategoryName`;
  const shown = opened || wanted !== null;

  useEffect(() => {
    const name = document.getElementById(nameId);
    if (!wanted || !place.current || !(name instanceof HTMLInputElement)) return;
    place.current.open = true;
    name.value = wanted.name;
    name.dispatchEvent(new Event('input', { bubbles: true }));
    name.focus();
  }, [wanted, nameId, place]);

  const forgive = () => {
    setErrors({});
    creation.forgive();
  };
  const createOnEnter = (event: KeyboardEvent) => {
    if (!enhanced || event.key !== 'Enter') return;
    event.preventDefault();
    void creation.create();
  };
  return (
    <details
      className="new-category"
      ref={place}
      open={Boolean(values.newCategoryName || Object.values(properties.errors).some(Boolean)) || undefined}
      onToggle={() => setOpened(true)}
    >
      <summary>{say('transactions:picker.new')}</summary>
      {shown && (
        <div className="new-category-fields">
          <NameField
            id={nameId}
            value={values.newCategoryName}
            error={creation.faults.name ?? errors.newCategoryName}
            onKeyDown={createOnEnter}
            onChange={forgive}
          />
          <LookFields
            idPrefix={idPrefix}
            values={values}
            errors={{
              newCategoryColor: creation.faults.color ?? errors.newCategoryColor,
              newCategoryIcon: creation.faults.icon ?? errors.newCategoryIcon,
            }}
            inDialog={inDialog}
          />
          {enhanced && <CreateButtons creation={creation} onCancel={properties.onCancel} />}
        </div>
      )}
    </details>
  );
}
