import type { ReactNode } from 'react';
import { messageText, type Translate } from '../../browser/core/texts/translate.ts';
import { colorsWith, iconName, iconSetName, PALETTE } from '../../domain/categories/appearance/appearance.ts';
import { iconHref } from '../../ui/icons/href.ts';
import { CATEGORY_ICON_SETS, type CategoryIconSet } from '../../ui/icons/names.ts';
import { FieldError, FieldFrame } from '../field-parts.tsx';

interface Chosen {
  name: string;
  chosen: string;
  error: string | undefined;
  onChoose?: (value: string) => void;
}

interface SetsProperties {
  idPrefix: string;
  color: Chosen;
  icon: Chosen;
  /** Whether the appearance can be derived from the name: for a new category. */
  automatic: boolean;
  t: Translate;
}

const SETS = Object.keys(CATEGORY_ICON_SETS) as CategoryIconSet[];

const colorName = (color: string, t: Translate) =>
  messageText(t, PALETTE.find((entry) => entry.color === color)?.name ?? color);

export function AppearanceSets({ idPrefix, color, icon, automatic, t }: SetsProperties) {
  const colors = { ...color, chosen: color.chosen.toUpperCase() };
  // Error summaries link to this id.
  const automaticOf = (set: Chosen) =>
    automatic && (
      <AppearanceChoice set={set} id={idPrefix + set.name} className="swatch swatch-automatic" value="">
        {t('transactions:picker.automatic')}
      </AppearanceChoice>
    );
  return (
    <>
      <AppearanceSet id={idPrefix + color.name} legend={t('transactions:picker.color')} set={color}>
        <div className="swatches">
          {automaticOf(color)}
          {colorsWith(color.chosen).map((value) => (
            <AppearanceChoice set={colors} className="swatch" value={value} key={value}>
              <svg className="dot" viewBox="0 0 12 12" aria-hidden="true">
                <circle cx="6" cy="6" r="6" fill={value} />
              </svg>
              {colorName(value, t)}
            </AppearanceChoice>
          ))}
        </div>
      </AppearanceSet>
      <AppearanceSet id={idPrefix + icon.name} legend={t('transactions:picker.icon')} set={icon}>
        <div className="icon-sets">
          {automaticOf(icon)}
          {SETS.map((set) => (
            <fieldset className="icon-set" key={set}>
              <legend className="hint">{t(iconSetName(set))}</legend>
              {CATEGORY_ICON_SETS[set].map((value) => (
                <AppearanceChoice
                  set={icon}
                  className="icon-choice"
                  title={t(iconName(value))}
                  value={value}
                  key={value}
                >
                  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                    <use href={iconHref(value)} />
                  </svg>
                  <span className="visually-hidden">{t(iconName(value))}</span>
                </AppearanceChoice>
              ))}
            </fieldset>
          ))}
        </div>
      </AppearanceSet>
    </>
  );
}

interface SetProperties {
  id: string;
  legend: string;
  set: Chosen;
  children: ReactNode;
}

function AppearanceSet({ id, legend, set: { error, onChoose }, children }: SetProperties) {
  return (
    <fieldset
      className="fieldset"
      onChange={({ target }) => target instanceof HTMLInputElement && onChoose?.(target.value)}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
    >
      <legend className="legend">{legend}</legend>
      <FieldError id={id} error={error} />
      {children}
    </fieldset>
  );
}

interface ChoiceProperties {
  set: Chosen;
  id?: string;
  value: string;
  className: string;
  title?: string;
  children: ReactNode;
}

function AppearanceChoice({ set, id, value, className, title, children }: ChoiceProperties) {
  return (
    <label className={className} title={title}>
      <input id={id} type="radio" name={set.name} value={value} defaultChecked={value === set.chosen} />
      {children}
    </label>
  );
}

/** Two lists, for use without scripts: in a text browser every radio button would be a separate stop. */
export function AppearanceSelects({ idPrefix, color, icon, automatic, t }: SetsProperties) {
  const automaticOption = automatic && <option value="">{t('transactions:picker.automatic')}</option>;
  return (
    <>
      <AppearanceSelect
        id={idPrefix + color.name}
        legend={t('transactions:picker.color')}
        set={{ ...color, chosen: color.chosen.toUpperCase() }}
      >
        {automaticOption}
        {colorsWith(color.chosen).map((value) => (
          <option value={value} key={value}>
            {colorName(value, t)}
          </option>
        ))}
      </AppearanceSelect>
      <AppearanceSelect id={idPrefix + icon.name} legend={t('transactions:picker.icon')} set={icon}>
        {automaticOption}
        {SETS.map((set) => (
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

function AppearanceSelect({ id, legend, set: { name, chosen, error, onChoose }, children }: SetProperties) {
  return (
    <FieldFrame id={id} label={legend} error={error}>
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
    </FieldFrame>
  );
}
