import type { OccurrenceScope } from '../../domain/recurring/schema.ts';
import type { Format } from '../../i18n/format.ts';
import type { Say } from '../transaction/speaker.ts';
import { ReachOf } from './ReachOf.tsx';
import type { ScopeOption } from './scope-options.ts';

interface ChoiceProperties {
  legend: string;
  options: ScopeOption[];
  /** What is chosen at first; nothing without it. */
  chosen?: string | undefined;
  /** Why what was sent cannot be taken. */
  error?: string | undefined;
  idPrefix?: string;
  say: Say;
  format: Pick<Format, 'date'>;
  onChoose?: (scope: OccurrenceScope) => void;
}

/**
 * How much of a series is meant: three radio buttons, each with what it reaches and what it does. The first carries the
 * field's id, so that error summaries can link to it.
 */
export function ScopeChoice({ legend, options, error, idPrefix = '', ...rest }: ChoiceProperties) {
  const id = `${idPrefix}scope`;
  return (
    <fieldset className="fieldset scopes">
      <legend className="legend">{legend}</legend>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {options.map((option, position) => (
        <ScopeRow
          {...rest}
          id={position === 0 ? id : `${id}-${option.scope}`}
          option={option}
          errorId={error && `${id}-error`}
          key={option.scope}
        />
      ))}
    </fieldset>
  );
}

interface RowProperties extends Omit<ChoiceProperties, 'legend' | 'options' | 'error' | 'idPrefix'> {
  id: string;
  option: ScopeOption;
  errorId: string | undefined;
}

function ScopeRow({ id, option, chosen, errorId, say, format, onChoose }: RowProperties) {
  const { scope, label, reach, notes, warns } = option;
  const about = `${id}-about`;
  return (
    <div className="scope">
      <input
        id={id}
        type="radio"
        name="scope"
        value={scope}
        defaultChecked={scope === chosen}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={[about, errorId].filter(Boolean).join(' ')}
        onChange={() => onChoose?.(scope)}
      />
      <label htmlFor={id}>{label}</label>
      <div className="scope-about" id={about}>
        <p>
          <ReachOf reach={reach} say={say} format={format} />
        </p>
        {notes.map((note) => (
          <p className={warns ? 'scope-warning' : undefined} key={note}>
            {note}
          </p>
        ))}
      </div>
    </div>
  );
}
