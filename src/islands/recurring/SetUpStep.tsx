import type { CategoryChoice } from '../../stores/categories.ts';
import { NO_NEW_CATEGORY } from '../category-picker/new-category.ts';
import { AmountField } from '../transaction/AmountField.tsx';
import { CategoryField } from '../transaction/CategoryField.tsx';
import { DateField } from '../transaction/DateField.tsx';
import { DescriptionField } from '../transaction/DescriptionField.tsx';
import { Field } from '../transaction/Field.tsx';
import { NotesField } from '../transaction/NotesField.tsx';
import { useSay } from '../transaction/say.ts';
import { TimeField } from '../transaction/TimeField.tsx';
import { TimezoneField } from '../transaction/TimezoneField.tsx';
import { TypeField } from '../transaction/TypeField.tsx';
import type { TransactionFormState } from '../transaction/use-transaction-form.ts';
import { ScheduleFields } from './ScheduleFields.tsx';
import type { WizardProperties } from './wizard-properties.ts';

type SetUpProperties = Pick<
  WizardProperties,
  'mode' | 'values' | 'errors' | 'categories' | 'language' | 'today' | 'writing'
> & {
  form: TransactionFormState;
  idPrefix: string;
  inDialog: boolean;
  onMade: (category: CategoryChoice) => void;
};

/** The fields of the first step: those of a transaction, and how it repeats. */
export function SetUpStep({ form, values, writing, today, language, mode, ...given }: SetUpProperties) {
  const say = useSay();
  const { newCategoryName, newCategoryColor, newCategoryIcon } = given.errors;
  return (
    <>
      <TypeField form={form} value={values.type} />
      <AmountField form={form} value={values.amount} writing={writing} />
      <DescriptionField form={form} value={values.description} />
      <CategoryField
        form={form}
        value={values.categoryId}
        type={values.type}
        categories={given.categories}
        onMade={given.onMade}
        newCategory={{ ...NO_NEW_CATEGORY, ...values }}
        newCategoryErrors={{ newCategoryName, newCategoryColor, newCategoryIcon }}
        idPrefix={given.idPrefix}
        inDialog={given.inDialog}
      />
      <Repeats form={form} value={values.isRecurring} locked={mode === 'edit'} />
      <div className="form-grid">
        <DateField
          form={form}
          value={values.date}
          today={today}
          writing={writing}
          isOpen
          label={
            <>
              <span className="when-repeats">{say('recurring:wizard.startsOn')}</span>
              <span className="when-once">{say('transactions:form.date')}</span>
            </>
          }
        />
        <TimeField form={form} value={values.time} />
      </div>
      <div className="form when-repeats">
        <ScheduleFields
          form={form}
          values={values}
          language={language}
          weekStart={writing.week_start}
          isNew={mode !== 'edit'}
        />
        <NameField form={form} value={values.name} />
      </div>
      <TimezoneField form={form} value={values.timezone} />
      <NotesField form={form} value={values.notes} language={language} />
    </>
  );
}

interface RepeatsProperties {
  form: TransactionFormState;
  value: string;
  locked: boolean;
}

/** Whether it repeats at all; what exists keeps its kind. */
function Repeats({ form, value, locked }: RepeatsProperties) {
  const say = useSay();
  if (locked) return <input type="hidden" name="isRecurring" value="true" />;
  const id = form.idOf('isRecurring');
  return (
    <div>
      <label className="choice" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          name="isRecurring"
          value="true"
          defaultChecked={value === 'true'}
          aria-describedby={`${id}-hint`}
        />
        <span>{say('recurring:wizard.repeats')}</span>
      </label>
      <p className="hint" id={`${id}-hint`}>
        {say('recurring:wizard.repeatsHint')}
      </p>
    </div>
  );
}

function NameField({ form, value }: { form: TransactionFormState; value: string }) {
  const say = useSay();
  return (
    <Field
      form={form}
      name="name"
      label={say('recurring:wizard.name')}
      hint={say('recurring:wizard.nameHint')}
    >
      <input
        {...form.bind('name', { hint: true })}
        className="input"
        type="text"
        dir="auto"
        autoComplete="off"
        defaultValue={value}
      />
    </Field>
  );
}
