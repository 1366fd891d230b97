import { iconName, iconSetName, PALETTE } from '../../domain/categories/looks.ts';
import { iconHref } from '../../ui/icons/href.ts';
import { CATEGORY_ICON_SETS, type CategoryIconSet } from '../../ui/icons/names.ts';
import type { Say } from '../transaction/say.ts';
import { AutomaticChoice, LookChoice, LookSet } from './LookChoice.tsx';

/** One of the two sets of radio buttons: its field's name, the value it came with and what is wrong with it. */
interface Chosen {
  name: string;
  chosen: string;
  error: string | undefined;
}

interface SetsProperties {
  idPrefix: string;
  color: Chosen;
  icon: Chosen;
  /** Whether the look can be left to the name: for what is not there yet. */
  automatic: boolean;
  say: Say;
}

const SETS = Object.keys(CATEGORY_ICON_SETS) as CategoryIconSet[];

/** The colours and icons of a category: radio buttons with names. */
export function LookSets({ idPrefix, color, icon, automatic, say }: SetsProperties) {
  const { name: colorName, chosen: chosenColor } = color;
  const { name: iconField, chosen: chosenIcon } = icon;
  const leftToName = say('transactions:picker.automatic');
  return (
    <>
      <LookSet id={idPrefix + colorName} legend={say('transactions:picker.color')} error={color.error}>
        <div className="swatches">
          {automatic && (
            <AutomaticChoice
              id={idPrefix + colorName}
              name={colorName}
              chosen={chosenColor}
              label={leftToName}
            />
          )}
          {colorsWith(chosenColor).map((value) => (
            <LookChoice
              name={colorName}
              chosen={chosenColor.toUpperCase()}
              className="swatch"
              value={value}
              key={value}
            >
              <svg className="dot" viewBox="0 0 12 12" aria-hidden="true">
                <circle cx="6" cy="6" r="6" fill={value} />
              </svg>
              {say(PALETTE.find((known) => known.color === value)?.name ?? value)}
            </LookChoice>
          ))}
        </div>
      </LookSet>
      <LookSet id={idPrefix + iconField} legend={say('transactions:picker.icon')} error={icon.error}>
        <div className="icon-sets">
          {automatic && (
            <AutomaticChoice
              id={idPrefix + iconField}
              name={iconField}
              chosen={chosenIcon}
              label={leftToName}
            />
          )}
          {SETS.map((set) => (
            <fieldset className="icon-set" key={set}>
              <legend className="hint">{say(iconSetName(set))}</legend>
              {CATEGORY_ICON_SETS[set].map((value) => (
                <LookChoice
                  name={iconField}
                  chosen={chosenIcon}
                  className="icon-choice"
                  title={say(iconName(value))}
                  value={value}
                  key={value}
                >
                  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                    <use href={iconHref(value)} />
                  </svg>
                  <span className="visually-hidden">{say(iconName(value))}</span>
                </LookChoice>
              ))}
            </fieldset>
          ))}
        </div>
      </LookSet>
    </>
  );
}

// A colour that came from elsewhere stays a choice among the others.
function colorsWith(chosen: string): string[] {
  const colors = PALETTE.map(({ color }) => color);
  const own = /^#[\dA-F]{6}$/i.test(chosen) ? chosen.toUpperCase() : null;
  return own && !colors.includes(own) ? [own, ...colors] : colors;
}
