import { SCOPES_OF_CHANGE } from '../../domain/recurring/schema.ts';
import { useSay } from '../transaction/say.ts';
import type { ShownScope } from './wizard-properties.ts';

interface ScopeProperties {
  scopes: Record<'future' | 'all', ShownScope>;
  scope: 'future' | 'all';
  onScope: (scope: 'future' | 'all') => void;
  idPrefix: string;
}

/** What a change is for, from tomorrow on or the past too, with how many transactions that changes. */
export function ScopeField({ scopes, scope, onScope, idPrefix }: ScopeProperties) {
  const say = useSay();
  return (
    <fieldset className="fieldset">
      <legend className="legend">{say('recurring:wizard.scope')}</legend>
      {SCOPES_OF_CHANGE.map((value) => {
        const id = `${idPrefix}scope${value === 'future' ? '' : `-${value}`}`;
        return (
          <label className="choice" htmlFor={id} key={value}>
            <input
              id={id}
              type="radio"
              name="scope"
              value={value}
              defaultChecked={value === scope}
              onChange={() => onScope(value)}
            />
            <span>
              <strong className="block">{say(`recurring:wizard.scope.${value}`)}</strong>
              <span className="hint block">{say(`recurring:wizard.scopeHint.${value}`)}</span>
              <span className="hint block">
                {say('recurring:wizard.scopeCount', { count: scopes[value].updated })}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
