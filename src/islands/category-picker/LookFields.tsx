import { iconName, iconSetName, PALETTE } from '../../domain/categories/looks.ts';
import { iconHref } from '../../ui/icons/href.ts';
import { CATEGORY_ICON_SETS, type CategoryIconSet } from '../../ui/icons/names.ts';
import { AutomaticChoice, LookChoice, LookSet } from './LookChoice.tsx';
import type { NewCategoryErrors, NewCategoryValues } from './new-category.ts';
import { useLookWords } from './use-look-words.ts';

interface LookProperties {
  idPrefix: string;
  values: NewCategoryValues;
  errors: NewCategoryErrors;
  inDialog: boolean;
}

const SETS = Object.keys(CATEGORY_ICON_SETS) as CategoryIconSet[];

/** The colours and icons of a new category: radio buttons with names, the first of which leaves it to the name. */
export function LookFields({ idPrefix, values, errors, inDialog }: LookProperties) {
  const say = useLookWords(inDialog);
  if (!say) return null;
  const colors = { name: 'newCategoryColor', chosen: values.newCategoryColor };
  const icons = { name: 'newCategoryIcon', chosen: values.newCategoryIcon };
  return (
    <>
      <LookSet
        id={`${idPrefix}newCategoryColor`}
        legend={say('picker:color')}
        error={errors.newCategoryColor && say(errors.newCategoryColor)}
      >
        <div className="swatches">
          <AutomaticChoice {...colors} id={`${idPrefix}newCategoryColor`} label={say('picker:automatic')} />
          {PALETTE.map(({ color, name }) => (
            <LookChoice {...colors} className="swatch" value={color} key={color}>
              <svg className="dot" viewBox="0 0 12 12" aria-hidden="true">
                <circle cx="6" cy="6" r="6" fill={color} />
              </svg>
              {say(name)}
            </LookChoice>
          ))}
        </div>
      </LookSet>
      <LookSet
        id={`${idPrefix}newCategoryIcon`}
        legend={say('picker:icon')}
        error={errors.newCategoryIcon && say(errors.newCategoryIcon)}
      >
        <div className="icon-sets">
          <AutomaticChoice {...icons} id={`${idPrefix}newCategoryIcon`} label={say('picker:automatic')} />
          {SETS.map((set) => (
            <fieldset className="icon-set" key={set}>
              <legend className="hint">{say(iconSetName(set))}</legend>
              {CATEGORY_ICON_SETS[set].map((icon) => (
                <LookChoice
                  {...icons}
                  className="icon-choice"
                  title={say(iconName(icon))}
                  value={icon}
                  key={icon}
                >
                  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                    <use href={iconHref(icon)} />
                  </svg>
                  <span className="visually-hidden">{say(iconName(icon))}</span>
                </LookChoice>
              ))}
            </fieldset>
          ))}
        </div>
      </LookSet>
    </>
  );
}
