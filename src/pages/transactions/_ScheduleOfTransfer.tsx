import { any } from 'valibot';
import type { ScheduleValues } from '../../domain/recurring/templates/wizard-values.ts';
import type { FormProperties } from '../../islands/form/form-properties.ts';
import { FormScope, useIslandForm } from '../../islands/form/island-form.tsx';
import { ScopeField } from '../../islands/recurring-wizard/Preview.tsx';
import { FrequencyFields, ScheduleFields } from '../../islands/recurring-wizard/SetUpStep.tsx';

interface Properties
  extends Pick<FormProperties, 'mode' | 'errors' | 'texts' | 'language' | 'today' | 'writing'> {
  values: Omit<ScheduleValues, 'name'>;
  /** Whether it has a past that a change may concern. */
  asksScope: boolean;
}

/** The fields of the wizard that say when something repeats, in the form of a page that stays without scripts. */
export function ScheduleOfTransfer({ asksScope, values, ...shown }: Properties) {
  const form = useIslandForm(
    { ...NO_FORM, ...shown, values: { ...values, name: '' } as unknown as FormProperties['values'] },
    () => any(),
  );
  return (
    <FormScope form={form}>
      <div className="form">
        <FrequencyFields />
        <ScheduleFields />
        {asksScope && <ScopeField scope={values.scope as 'future'} />}
      </div>
    </FormScope>
  );
}

const NO_FORM = { action: '', csrf: '', cancelHref: '', categories: [] };
