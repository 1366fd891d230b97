import { weekdayName } from '../../domain/recurring/frequency.ts';
import type { Locale } from '../../i18n/locales.ts';
import { Field } from '../transaction/Field.tsx';
import { useSay } from '../transaction/say.ts';
import type { TransactionFormState } from '../transaction/use-transaction-form.ts';
import type { WizardValues } from './wizard-properties.ts';

interface DayProperties {
  form: TransactionFormState;
  values: WizardValues;
  language: string;
  weekStart: 'sunday' | 'monday';
  isNew: boolean;
}

/** The day of the week of something weekly and the day of the month of something monthly. */
export function DayFields({ form, values, language, weekStart, isNew }: DayProperties) {
  const say = useSay();
  const first = weekStart === 'monday' ? 1 : 0;
  const weekdays = Array.from({ length: 7 }, (_, place) => (place + first) % 7);
  const days = Array.from({ length: 31 }, (_, place) => place + 1);
  return (
    <>
      <div className="when-weekly">
        <Field form={form} name="dayOfWeek" label={say('recurring:wizard.dayOfWeek')}>
          <select {...form.bind('dayOfWeek')} className="input" defaultValue={values.dayOfWeek}>
            {isNew && <option value="">{say('recurring:wizard.asFirst')}</option>}
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
          label={say('recurring:wizard.dayOfMonth')}
          hint={say('recurring:wizard.dayOfMonthHint')}
        >
          <select
            {...form.bind('dayOfMonth', { hint: true })}
            className="input"
            defaultValue={values.dayOfMonth}
          >
            {isNew && <option value="">{say('recurring:wizard.asFirst')}</option>}
            {days.map((day) => (
              <option value={day} key={day}>
                {day === 31 ? say('recurring:wizard.lastDay') : day}
              </option>
            ))}
          </select>
        </Field>
      </div>
    </>
  );
}
