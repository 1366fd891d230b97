import type { CategoryChoice } from '../../stores/categories.ts';
import { useSay } from '../transaction/say.ts';
import { CategoryMark } from './CategoryMark.tsx';
import type { PickerOption } from './options.ts';
import type { usePickerList } from './use-picker-list.ts';

interface OptionsProperties {
  id: string;
  label: string;
  picker: ReturnType<typeof usePickerList>;
  chosen: CategoryChoice | undefined;
}

/** The list below the field; the focus stays in the field, which names the active option. */
export function PickerOptions({ id, label, picker, chosen }: OptionsProperties) {
  const { list, options, active, optionId } = picker;
  return (
    <div
      className="picker-list"
      role="listbox"
      id={id}
      aria-label={label}
      tabIndex={-1}
      hidden={!list.open}
      // The field keeps the focus while something is pressed here.
      onMouseDown={(event) => event.preventDefault()}
    >
      {list.open &&
        options.map((option, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which has the focus.
          <div
            className="picker-option"
            role="option"
            tabIndex={-1}
            id={optionId(place)}
            aria-selected={optionId(place) === active}
            data-chosen={isChosen(option, chosen) || undefined}
            onClick={() => picker.take(option)}
            key={keyOf(option)}
          >
            <OptionContent option={option} />
          </div>
        ))}
    </div>
  );
}

function OptionContent({ option }: { option: PickerOption }) {
  const say = useSay();
  if (option.kind === 'none') return <span className="muted">{say('transactions:picker.none')}</span>;
  if (option.kind === 'create')
    return <strong>{say('transactions:picker.create', { name: option.name })}</strong>;
  const { name, language, icon, color } = option.category;
  return (
    <>
      <CategoryMark icon={icon} color={color} />
      <bdi lang={language}>{name}</bdi>
    </>
  );
}

function isChosen(option: PickerOption, chosen: CategoryChoice | undefined): boolean {
  return option.kind === 'category' && option.category.id === chosen?.id;
}

function keyOf(option: PickerOption): string {
  return option.kind === 'category' ? option.category.id : option.kind;
}
