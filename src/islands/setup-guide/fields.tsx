import type { InputHTMLAttributes, ReactNode } from 'react';
import { CURRENCIES, type Currency } from '../../i18n/currencies.ts';
import { describedBy } from '../../ui/forms/described-by.ts';
import { FieldFrame } from '../field-parts.tsx';
import { useTranslate } from '../hooks.ts';

interface FieldProperties {
  name: string;
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  value?: string | undefined;
  options?: { value: string; text: string; lang?: string }[];
  /** Of an amount. */
  currency?: Currency;
  input?: InputHTMLAttributes<HTMLInputElement>;
}

/** A field of the guide. Its id differs from those of a page below the dialog. */
export function GuideField({ name, label, hint, error, value, options, currency, input }: FieldProperties) {
  const id = `setup-${name}`;
  const attributes = { className: 'input', id, name, ...describedBy(id, hint, error) };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {options && (
        <select {...attributes} defaultValue={value}>
          {options.map(({ value, text, lang }) => (
            <option key={value} value={value} lang={lang}>
              {text}
            </option>
          ))}
        </select>
      )}
      {currency && (
        <div className="input-group" dir="ltr">
          <span className="affix" aria-hidden="true">
            {CURRENCIES[currency]}
          </span>
          <input
            {...attributes}
            defaultValue={value ?? ''}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
          />
        </div>
      )}
      {input && <input {...attributes} defaultValue={value} {...input} />}
    </FieldFrame>
  );
}

export function TypeField({ name, chosen }: { name: string; chosen: string | undefined }) {
  const t = useTranslate();
  const options = (['expense', 'income'] as const).map((value) => ({ value, text: t(`common:${value}`) }));
  return (
    <GuideField name={name} label={t('onboarding:transactions.kind')} options={options} value={chosen} />
  );
}
