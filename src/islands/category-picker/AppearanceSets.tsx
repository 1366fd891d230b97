import type { ReactNode } from 'react';
import { messageText, type Translate } from '../../browser/core/texts/translate.ts';
import { colorsWith, iconName, iconSetName, PALETTE } from '../../domain/categories/appearance/appearance.ts';
import { iconHref } from '../../ui/icons/href.ts';
import { CATEGORY_ICON_SETS, type CategoryIconSet } from '../../ui/icons/names.ts';

/** One of the two sets: its field's name, its start value and its error. */
export interface Chosen {
  name: string;
  chosen: string;
  error: string | undefined;
  onChoose?: (value: string) => void;
}

export interface SetsProperties {
  idPrefix: string;
  color: Chosen;
  icon: Chosen;
  /** Whether the appearance can be derived from the name: for a new category. */
  automatic: boolean;
  t: Translate;
}

const SETS = Object.keys(CATEGORY_ICON_SETS) as CategoryIconSet[];

/** The colours and icons of a category: radio buttons with names. */
export function AppearanceSets({ idPrefix, color, icon, automatic, t }: SetsProperties) {
  const { name: colorName, chosen: chosenColor } = color;
  const { name: iconField, chosen: chosenIcon } = icon;
  const automaticLabel = t('transactions:picker.automatic');
  return (
    <>
      <AppearanceSet id={idPrefix + colorName} legend={t('transactions:picker.color')} set={color}>
        <div className="swatches">
          {automatic && (
            <AutomaticChoice
              id={idPrefix + colorName}
              name={colorName}
              chosen={chosenColor}
              label={automaticLabel}
            />
          )}
          {colorsWith(chosenColor).map((value) => (
            <AppearanceChoice
              name={colorName}
              chosen={chosenColor.toUpperCase()}
              className="swatch"
              value={value}
              key={value}
            >
              <svg className="dot" viewBox="0 0 12 12" aria-hidden="true">
                <circle cx="6" cy="6" r="6" fill={value} />
              </svg>
              {messageText(t, PALETTE.find((known) => known.color === value)?.name ?? value)}
            </AppearanceChoice>
          ))}
        </div>
      </AppearanceSet>
      <AppearanceSet id={idPrefix + iconField} legend={t('transactions:picker.icon')} set={icon}>
        <div className="icon-sets">
          {automatic && (
            <AutomaticChoice
              id={idPrefix + iconField}
              name={iconField}
              chosen={chosenIcon}
              label={automaticLabel}
            />
          )}
          {SETS.map((set) => (
            <fieldset className="icon-set" key={set}>
              <legend className="hint">{t(iconSetName(set))}</legend>
              {CATEGORY_ICON_SETS[set].map((value) => (
                <AppearanceChoice
                  name={iconField}
                  chosen={chosenIcon}
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

// A group of radio buttons with its heading and its error.
function AppearanceSet({ id, legend, set, children }: SetProperties) {
  const { error, onChoose } = set;
  return (
    <fieldset
      className="fieldset"
      onChange={({ target }) => target instanceof HTMLInputElement && onChoose?.(target.value)}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
    >
      <legend className="legend">{legend}</legend>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}

interface ChoiceProperties {
  id?: string;
  name: string;
  value: string;
  /** The start value of the form. */
  chosen: string;
  className: string;
  title?: string;
  children: ReactNode;
}

// One radio button, drawn as its colour or icon.
function AppearanceChoice({ id, name, value, chosen, className, title, children }: ChoiceProperties) {
  return (
    <label className={className} title={title}>
      <input id={id} type="radio" name={name} value={value} defaultChecked={value === chosen} />
      {children}
    </label>
  );
}

// The choice to derive it from the name; it has the id that an error summary links to.
function AutomaticChoice({ label, ...choice }: { id: string; name: string; chosen: string; label: string }) {
  return (
    <AppearanceChoice {...choice} className="swatch swatch-automatic" value="">
      {label}
    </AppearanceChoice>
  );
}
