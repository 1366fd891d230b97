import { SCOPES_OF_CHANGE } from '../../domain/recurring/templates/template.schema.ts';
import type { IslandForm } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';
import type { ShownScope } from './wizard-properties.ts';

interface ScopeProperties {
  scopes: Record<'future' | 'all', ShownScope>;
  scope: 'future' | 'all';
  /** Whether the recurring template has no end, so that more changes than can be counted. */
  isEndless: boolean;
  form: IslandForm;
}

/** The scope of a change, from tomorrow on or with the past, each with the number of affected transactions. */
export function ScopeField({ scopes, scope, isEndless, form }: ScopeProperties) {
  const t = useTranslate();
  const countKey = `recurring:wizard.${isEndless ? 'scopeCountEndless' : 'scopeCount'}` as const;
  return (
    <fieldset className="fieldset scopes">
      <legend className="legend">{t('recurring:wizard.scope')}</legend>
      {SCOPES_OF_CHANGE.map((value) => {
        const id = `${form.idOf('scope')}${value === 'future' ? '' : `-${value}`}`;
        return (
          <label className="choice" htmlFor={id} key={value}>
            <input
              id={id}
              type="radio"
              name="scope"
              value={value}
              defaultChecked={value === scope}
              onChange={() => form.choose('scope', value)}
            />
            <span>
              <strong className="block">{t(`recurring:wizard.scope.${value}`)}</strong>
              <span className="hint block">{t(`recurring:wizard.scopeHint.${value}`)}</span>
              <span className="hint block">{t(countKey, { count: scopes[value].updated })}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
