import { Fragment } from 'react';
import { weekdayName } from '../../domain/recurring/schedule/frequency.ts';
import { END_TYPES, INTERVAL_TYPES } from '../../domain/recurring/templates/template.schema.ts';
import { START_PRESETS } from '../../domain/transactions/date-presets.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { CategoryField } from '../category-picker/CategoryField.tsx';
import { Field, SegmentsField } from '../form/controls.tsx';
import type { IslandForm } from '../form/use-island-form.ts';
import { useTranslate } from '../hooks.ts';
import {
  AmountField,
  DateField,
  DateLabel,
  DescriptionField,
  NotesField,
  TimeField,
  TimezoneField,
  TypeField,
} from '../transaction-form/fields.tsx';
import type { WizardProperties } from './wizard-properties.ts';

type SetUpProperties = Pick<WizardProperties, 'mode' | 'categories' | 'language' | 'today' | 'writing'> & {
  form: IslandForm;
  inDialog: boolean;
  onMade: (category: CategoryChoice) => void;
};

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

interface ScheduleProperties {
  form: IslandForm;
  language: string;
  weekStart: 'sunday' | 'monday';
  /** An existing template has its days; a new one may take those of its first date. */
  isNew: boolean;
}

/**
 * The frequency and the end of a template. The stylesheet shows the fields of the chosen options (`.when-…`), so that
 * it works without scripts; hidden fields are ignored.
 */
export function ScheduleFields({ form, language, weekStart, isNew }: ScheduleProperties) {
  const t = useTranslate();
  return (
    <>
      <SegmentsField
        form={form}
        name="recurringFrequency"
        legend={t('recurring:wizard.frequency')}
        options={INTERVAL_TYPES.map((value) => ({ value, label: t(`recurring:wizard.${value}`) }))}
      />
      <div className="form-grid">
        <Interval form={form} />
        <DayFields form={form} language={language} weekStart={weekStart} isNew={isNew} />
      </div>
      <SegmentsField
        form={form}
        name="recurringEndType"
        legend={t('recurring:wizard.ends')}
        options={END_TYPES.map((value) => ({ value, label: t(`recurring:wizard.end.${value}`) }))}
      />
      <EndFields form={form} />
    </>
  );
}

function Interval({ form }: { form: IslandForm }) {
  const t = useTranslate();
  const label = INTERVAL_TYPES.map((type) => (
    <Fragment key={type}>
      <span className={`when-${type}`}>{t(`recurring:wizard.interval.${type}`)}</span>{' '}
    </Fragment>
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
      />
    </Field>
  );
}

function EndFields({ form }: { form: IslandForm }) {
  const t = useTranslate();
  return (
    <>
      <div className="when-ends-date">
        <Field
          form={form}
          name="recurringEndDate"
          label={<DateLabel>{t('recurring:wizard.endDate')}</DateLabel>}
          hint={t('recurring:wizard.endDateHint')}
          required
        >
          <input {...form.bind('recurringEndDate', { hint: true })} className="input" type="date" />
        </Field>
      </div>
      <div className="when-ends-occurrences">
        <Field
          form={form}
          name="recurringMaxOccurrences"
          label={t('recurring:wizard.maxOccurrences')}
          required
        >
          <input
            {...form.bind('recurringMaxOccurrences')}
            className="input"
            type="number"
            inputMode="numeric"
            min={1}
          />
        </Field>
      </div>
    </>
  );
}

function DayFields({ form, language, weekStart, isNew }: ScheduleProperties) {
  const t = useTranslate();
  const first = weekStart === 'monday' ? 1 : 0;
  const weekdays = Array.from({ length: 7 }, (_, index) => (index + first) % 7);
  const days = Array.from({ length: 31 }, (_, index) => index + 1);
  return (
    <>
      <div className="when-weekly">
        <Field form={form} name="dayOfWeek" label={t('recurring:wizard.dayOfWeek')}>
          <select {...form.bind('dayOfWeek')} className="input">
            {isNew && <option value="">{t('recurring:wizard.asFirst')}</option>}
            {weekdays.map((weekday) => (
              <option value={weekday} key={weekday}>
                {weekdayName(weekday, language as Locale)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <div className="when-monthly">
        <Field
          form={form}
          name="dayOfMonth"
          label={t('recurring:wizard.dayOfMonth')}
          hint={t('recurring:wizard.dayOfMonthHint')}
        >
          <select {...form.bind('dayOfMonth', { hint: true })} className="input">
            {isNew && <option value="">{t('recurring:wizard.asFirst')}</option>}
            {days.map((day) => (
              <option value={day} key={day}>
                {day === 31 ? t('recurring:wizard.lastDay') : day}
              </option>
            ))}
          </select>
        </Field>
      </div>
    </>
  );
}
