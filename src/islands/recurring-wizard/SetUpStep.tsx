import { Fragment, useState } from 'react';
import type { FormField } from '../../browser/core/forms/form-values.ts';
import { weekdayName } from '../../domain/recurring/schedule/frequency.ts';
import { DEFAULTS, END_TYPES, INTERVAL_TYPES } from '../../domain/recurring/templates/schema.ts';
import { START_PRESETS } from '../../domain/transactions/date-presets.ts';
import { CategoryField } from '../category-picker/CategoryField.tsx';
import { InputField, MomentInput, SegmentsField, SelectField, TextField } from '../form/controls.tsx';
import { useFormContext } from '../form/island-form.tsx';
import {
  AccountField,
  AmountField,
  DateField,
  DescriptionField,
  TimeField,
  TypeField,
} from '../transaction-form/fields.tsx';
import { NotesField, TimezoneField } from '../transaction-form/MoreFields.tsx';

/** What, how much, how often and from when; the rest is folded. */
export function SetUpStep() {
  const { t } = useFormContext();
  return (
    <>
      <AmountField />
      <DescriptionField />
      <AccountField />
      <TypeField />
      <CategoryField />
      <div className="form when-repeats">
        <FrequencyFields />
      </div>
      <DateField
        presets={START_PRESETS}
        label={
          <>
            <span className="when-repeats">{t('recurring:wizard.startsOn')}</span>{' '}
            <span className="when-once">{t('transactions:form.date')}</span>
          </>
        }
      />
      <MoreFields />
    </>
  );
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** How often, and on which day. The style sheet shows the fields of the chosen options (`.when-…`). */
export function FrequencyFields() {
  const { t, mode, writing, language } = useFormContext();
  const first = writing.week_start === 'monday' ? 1 : 0;
  // An existing template has its days; a new one may take those of its first date.
  const asFirst = mode === 'edit' ? [] : ([['', t('recurring:wizard.asFirst')]] as const);
  return (
    <>
      <SegmentsField
        name="recurringFrequency"
        legend={t('recurring:wizard.frequency')}
        options={INTERVAL_TYPES.map((value) => ({ value, label: t(`recurring:wizard.${value}`) }))}
      />
      <div className="when-weekly">
        <SelectField
          name="dayOfWeek"
          label={t('recurring:wizard.dayOfWeek')}
          options={[
            ...asFirst,
            ...WEEKDAYS.map((index) => (index + first) % 7).map(
              (weekday) => [String(weekday), weekdayName(weekday, language)] as const,
            ),
          ]}
        />
      </div>
      <div className="when-monthly">
        <SelectField
          name="dayOfMonth"
          label={t('recurring:wizard.dayOfMonth')}
          hint={t('recurring:wizard.dayOfMonthHint')}
          options={[
            ...asFirst,
            ...DAYS.map((day) => [day, day === '31' ? t('recurring:wizard.lastDay') : day] as const),
          ]}
        />
      </div>
    </>
  );
}

const FOLDED = [
  'isRecurring',
  'recurringInterval',
  'recurringEndType',
  'recurringEndDate',
  'recurringMaxOccurrences',
  'name',
  'time',
  'timezone',
  'notes',
] as const satisfies FormField[];

/** The fields that most recurring transactions leave as they are: open if one is different or has an error. */
function MoreFields() {
  const { t, start, errorOf } = useFormContext();
  const usual: Partial<Record<FormField, string[]>> = {
    isRecurring: ['true'],
    recurringInterval: ['1'],
    recurringEndType: ['never'],
    time: [DEFAULTS.preferred_time],
    timezone: [start.timezone],
  };
  const isUsual = (name: FormField) => (usual[name] ?? ['']).includes(start[name] ?? '');
  // Only decided at first, so that it does not fold while the person types.
  const [startsOpen] = useState(() => FOLDED.some((name) => errorOf(name) || !isUsual(name)));
  return (
    <details className="disclosure" data-more open={startsOpen}>
      <summary>
        <span className="when-repeats">{t('recurring:wizard.more')}</span>{' '}
        <span className="when-once">{t('recurring:wizard.moreOnce')}</span>
      </summary>
      <div className="form">
        <div className="form when-repeats">
          <ScheduleFields />
          <TextField name="name" label={t('recurring:wizard.name')} hint={t('recurring:wizard.nameHint')} />
        </div>
        <TimeField />
        <TimezoneField />
        <NotesField />
        <Repeats />
      </div>
    </details>
  );
}

function Repeats() {
  const { t, mode, ...form } = useFormContext();
  if (mode === 'edit') return <input type="hidden" name="isRecurring" value="true" />;
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

/** The interval and the end. */
export function ScheduleFields() {
  const { t } = useFormContext();
  return (
    <>
      <InputField
        name="recurringInterval"
        label={INTERVAL_TYPES.map((type) => (
          <Fragment key={type}>
            <span className={`when-${type}`}>{t(`recurring:wizard.interval.${type}`)}</span>{' '}
          </Fragment>
        ))}
        {...NUMBER}
        max={365}
      />
      <SegmentsField
        name="recurringEndType"
        legend={t('recurring:wizard.ends')}
        options={END_TYPES.map((value) => ({ value, label: t(`recurring:wizard.end.${value}`) }))}
      />
      <div className="when-ends-date">
        <MomentInput
          name="recurringEndDate"
          label={t('recurring:wizard.endDate')}
          hint={t('recurring:wizard.endDateHint')}
        />
      </div>
      <div className="when-ends-occurrences">
        <InputField name="recurringMaxOccurrences" label={t('recurring:wizard.maxOccurrences')} {...NUMBER} />
      </div>
    </>
  );
}

const NUMBER = { type: 'number', inputMode: 'numeric', min: 1 } as const;
