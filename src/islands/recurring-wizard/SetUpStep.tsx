import { START_PRESETS } from '../../domain/transactions/date-presets.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { CategoryField } from '../category-picker/CategoryField.tsx';
import { Field } from '../form/Field.tsx';
import type { IslandForm } from '../form/use-island-form.ts';
import { DateField, TimeField, TimezoneField } from '../transaction-form/date-fields.tsx';
import { AmountField, DescriptionField, NotesField, TypeField } from '../transaction-form/fields.tsx';
import { useTranslate } from '../use-translate.ts';
import { ScheduleFields } from './ScheduleFields.tsx';
import type { WizardProperties } from './wizard-properties.ts';

type SetUpProperties = Pick<WizardProperties, 'mode' | 'categories' | 'language' | 'today' | 'writing'> & {
  form: IslandForm;
  inDialog: boolean;
  onMade: (category: CategoryChoice) => void;
};

/** The fields of the first step: those of a transaction, and how it repeats. */
export function SetUpStep({ form, writing, today, language, mode, ...given }: SetUpProperties) {
  const t = useTranslate();
  return (
    <>
      <TypeField form={form} />
      <AmountField form={form} writing={writing} />
      <DescriptionField form={form} />
      <CategoryField
        form={form}
        categories={given.categories}
        onMade={given.onMade}
        inDialog={given.inDialog}
      />
      <Repeats form={form} locked={mode === 'edit'} />
      <div className="form-grid">
        <DateField
          form={form}
          today={today}
          writing={writing}
          presets={START_PRESETS}
          isOpen
          label={
            <>
              <span className="when-repeats">{t('recurring:wizard.startsOn')}</span>{' '}
              <span className="when-once">{t('transactions:form.date')}</span>
            </>
          }
        />
        <TimeField form={form} />
      </div>
      <div className="form when-repeats">
        <ScheduleFields
          form={form}
          language={language}
          weekStart={writing.week_start}
          isNew={mode !== 'edit'}
        />
        <NameField form={form} />
      </div>
      <TimezoneField form={form} />
      <NotesField form={form} />
    </>
  );
}

interface RepeatsProperties {
  form: IslandForm;
  locked: boolean;
}

/** Whether it repeats at all; only for new ones. */
function Repeats({ form, locked }: RepeatsProperties) {
  const t = useTranslate();
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
          defaultChecked={form.start.isRecurring === 'true'}
          onChange={({ target }) => form.choose('isRecurring', target.checked ? 'true' : '')}
          aria-describedby={`${id}-hint`}
        />
        <span>{t('recurring:wizard.repeats')}</span>
      </label>
      <p className="hint" id={`${id}-hint`}>
        {t('recurring:wizard.repeatsHint')}
      </p>
    </div>
  );
}

function NameField({ form }: { form: IslandForm }) {
  const t = useTranslate();
  return (
    <Field form={form} name="name" label={t('recurring:wizard.name')} hint={t('recurring:wizard.nameHint')}>
      <input
        {...form.bind('name', { hint: true })}
        className="input"
        type="text"
        dir="auto"
        autoComplete="off"
      />
    </Field>
  );
}
