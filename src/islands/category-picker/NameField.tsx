import type { KeyboardEvent } from 'react';
import { useSay } from '../transaction/say.ts';

interface NameProperties {
  id: string;
  value: string;
  /** A text key or words. */
  error: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onChange: () => void;
}

/** The name of a new category. */
export function NameField({ id, value, error, onKeyDown, onChange }: NameProperties) {
  const say = useSay();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {say('transactions:picker.newName')}
      </label>
      <p className="hint" id={`${id}-hint`}>
        {say('transactions:picker.newHint')}
      </p>
      {error && (
        <p className="error" id={`${id}-error`}>
          {say(error)}
        </p>
      )}
      <input
        className="input"
        type="text"
        dir="auto"
        id={id}
        name="newCategoryName"
        autoComplete="off"
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onKeyDown={onKeyDown}
        onChange={onChange}
      />
    </div>
  );
}
