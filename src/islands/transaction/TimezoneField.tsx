import { useState } from 'react';
import { Field } from './Field.tsx';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

interface TimezoneProperties {
  form: TransactionFormState;
  value: string;
}

/** The time zone of date and time: folded away, because it is nearly always the person's own. */
export function TimezoneField({ form, value }: TimezoneProperties) {
  const say = useSay();
  const id = form.idOf('timezone');
  const [zones] = useState(() => zonesInPage(id) ?? zonesWith(value));
  return (
    <details className="disclosure" open={form.errorOf('timezone') ? true : undefined}>
      <summary>
        {say('transactions:form.timezone')}: <bdi>{readable(value)}</bdi>
      </summary>
      <Field form={form} name="timezone" label={say('transactions:form.timezone')}>
        <select {...form.bind('timezone')} className="input" defaultValue={value}>
          {zones.map((zone) => (
            <option value={zone} key={zone}>
              {readable(zone)}
            </option>
          ))}
        </select>
      </Field>
    </details>
  );
}

const readable = (zone: string) => zone.replaceAll('_', ' ');

// The machine's list and the browser's may differ: what the server wrote stays.
function zonesInPage(id: string): string[] | undefined {
  if (typeof document === 'undefined') return undefined;
  const select = document.getElementById(id);
  return select instanceof HTMLSelectElement ? [...select.options].map((option) => option.value) : undefined;
}

function zonesWith(own: string): string[] {
  const zones = Intl.supportedValuesOf('timeZone');
  return zones.includes(own) ? zones : [own, ...zones];
}
