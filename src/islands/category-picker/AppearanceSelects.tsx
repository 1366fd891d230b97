import type { ReactNode } from 'react';
import { messageText } from '../../browser/core/texts/translate.ts';
import { colorsWith, iconName, iconSetName, PALETTE } from '../../domain/categories/appearance/appearance.ts';
import { CATEGORY_ICON_SETS, type CategoryIconSet } from '../../ui/icons/names.ts';
import type { Chosen, SetsProperties } from './AppearanceSets.tsx';

/**
 * The colours and icons of a category as two lists, without scripts: in a text browser each radio button would be a stop
 * of its own.
 */
export function AppearanceSelects({ idPrefix, color, icon, automatic, t }: SetsProperties) {
  return (
    <>
      <AppearanceSelect
        id={idPrefix + color.name}
        label={t('transactions:picker.color')}
        set={{ ...color, chosen: color.chosen.toUpperCase() }}
      >
        {automatic && <option value="">{t('transactions:picker.automatic')}</option>}
        {colorsWith(color.chosen).map((value) => (
          <option value={value} key={value}>
            {messageText(t, PALETTE.find((known) => known.color === value)?.name ?? value)}
          </option>
        ))}
      </AppearanceSelect>
      <AppearanceSelect id={idPrefix + icon.name} label={t('transactions:picker.icon')} set={icon}>
        {automatic && <option value="">{t('transactions:picker.automatic')}</option>}
        {(Object.keys(CATEGORY_ICON_SETS) as CategoryIconSet[]).map((set) => (
          <optgroup label={t(iconSetName(set))} key={set}>
            {CATEGORY_ICON_SETS[set].map((value) => (
              <option value={value} key={value}>
                {t(iconName(value))}
              </option>
            ))}
          </optgroup>
        ))}
      </AppearanceSelect>
    </>
  );
}

interface SelectProperties {
  id: string;
  label: string;
  set: Chosen;
  children: ReactNode;
}

function AppearanceSelect({ id, label, set, children }: SelectProperties) {
  const { name, chosen, error, onChoose } = set;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <select
        className="input"
        id={id}
        name={name}
        defaultValue={chosen}
        onChange={(event) => onChoose?.(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      >
        {children}
      </select>
    </div>
  );
}
