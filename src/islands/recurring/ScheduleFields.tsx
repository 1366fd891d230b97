import { END_TYPES, INTERVAL_TYPES } from '../../domain/recurring/schema.ts';
import { Field } from '../transaction/Field.tsx';
import { SegmentsField } from '../transaction/SegmentsField.tsx';
import { useSay } from '../transaction/say.ts';
import type { TransactionFormState } from '../transaction/use-transaction-form.ts';
import { DayFields } from './DayFields.tsx';
import type { WizardValues } from './wizard-properties.ts';

interface ScheduleProperties {
  form: TransactionFormState;
  values: WizardValues;
  language: string;
  weekStart: 'sunday' | 'monday';
  /** A series that is there has its days; a new one may take those of its first date. */
  isNew: boolean;
}

/**
 * How often something recurs and when it ends. Which fields go with what is chosen is a matter of the stylesheet
 * (`.when-…`), so that it works without scripts; the others are not looked at.
 */
export function ScheduleFields({ form, values, language, weekStart, isNew }: ScheduleProperties) {
  const say = useSay();
  return (
    <>
      <SegmentsField
        form={form}
        name="recurringFrequency"
        legend={say('recurring:wizard.frequency')}
        value={values.recurringFrequency}
        options={INTERVAL_TYPES.map((value) => ({ value, label: say(`recurring:wizard.${value}`) }))}
      />
      <div className="form-grid">
        <Interval form={form} value={values.recurringInterval} />
        <DayFields form={form} values={values} language={language} weekStart={weekStart} isNew={isNew} />
      </div>
      <SegmentsField
        form={form}
        name="recurringEndType"
        legend={say('recurring:wizard.ends')}
        value={values.recurringEndType}
        options={END_TYPES.map((value) => ({ value, label: say(`recurring:wizard.end.${value}`) }))}
      />
      <EndFields form={form} values={values} />
    </>
  );
}

function Interval({ form, value }: { form: TransactionFormState; value: string }) {
  const say = useSay();
  const label = INTERVAL_TYPES.map((type) => (
    <span className={`when-${type}`} key={type}>
      {say(`recurring:wizard.interval.${type}`)}
    </span>
  ));
  return (
    <Field form={form} name="recurringInterval" label={label}>
      <input
        {...form.bind('recurringInterval')}
        className="input"
        type="number"
        inputMode="numeric"
        min={1}
        max={365}
        defaultValue={value}
      />
    </Field>
  );
}

function EndFields({ form, values }: Pick<ScheduleProperties, 'form' | 'values'>) {
  const say = useSay();
  return (
    <>
      <div className="when-ends-date">
        <Field
          form={form}
          name="recurringEndDate"
          label={say('recurring:wizard.endDate')}
          hint={say('recurring:wizard.endDateHint')}
          required
        >
          <input
            {...form.bind('recurringEndDate', { hint: true })}
            className="input"
            type="date"
            defaultValue={values.recurringEndDate}
          />
        </Field>
      </div>
      <div className="when-ends-occurrences">
        <Field
          form={form}
          name="recurringMaxOccurrences"
          label={say('recurring:wizard.maxOccurrences')}
          required
        >
          <input
            {...form.bind('recurringMaxOccurrences')}
            className="input"
            type="number"
            inputMode="numeric"
            min={1}
            defaultValue={values.recurringMaxOccurrences}
          />
        </Field>
      </div>
    </>
  );
}
