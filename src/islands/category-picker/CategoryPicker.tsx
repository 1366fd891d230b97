import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import type { CategoryChoice } from '../../stores/categories.ts';
import { iconHref } from '../../ui/icons/href.ts';
import { DEFAULT_CATEGORY_ICON, isCategoryIcon } from '../../ui/icons/names.ts';
import { useTranslate } from '../hooks.ts';
import type { PickerOption } from './options.ts';
import { usePickerList } from './use-picker-list.ts';

interface PickerProperties {
  id: string;
  label: string;
  categories: CategoryChoice[];
  chosen: CategoryChoice | undefined;
  /** Chooses the first suggestion, while any are shown. */
  takeFirst: RefObject<(() => void) | undefined>;
  onChoose: (id: string) => void;
  onCreate: (name: string) => void;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** A field to find a category by any part of its name: an editable combobox with a list. */
export function CategoryPicker({
  label,
  onChoose,
  onCreate,
  categories,
  chosen,
  takeFirst,
  ...field
}: PickerProperties) {
  const { id } = field;
  const t = useTranslate();
  const picker = usePickerList({ id, categories, chosen, onChoose, onCreate });
  const { list, options } = picker;
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // Uncontrolled: typing is never undone by a rendering that another part of the form has caused.
  useLayoutEffect(() => {
    if (list.typed === null && input.current) input.current.value = chosen?.name ?? '';
  }, [list.typed, chosen?.name]);
  useOutsideTouch(place, list.open, picker.settle);

  const leave = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) picker.settle();
  };
  const toggle = () => {
    if (list.open) picker.close();
    else picker.open();
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || list.open || !takeFirst.current) return picker.press(event);
    // It would send the form without the category that is suggested below the field.
    event.preventDefault();
    takeFirst.current();
  };
  const found = options.filter(({ kind }) => kind === 'category').length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes that the focus has left its parts.
    <div className="picker" ref={place} onBlur={leave}>
      {chosen && list.typed === null && <CategoryMark {...chosen} />}
      <input
        {...field}
        ref={input}
        className="input"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={list.open}
        aria-controls={`${id}-list`}
        aria-activedescendant={picker.active}
        autoComplete="off"
        spellCheck={false}
        lang={list.typed === null ? chosen?.language : undefined}
        placeholder={t('transactions:picker.none')}
        onChange={(event) => picker.type(event.target.value)}
        onKeyDown={press}
        onClick={(event) => {
          if (!list.open) event.currentTarget.select();
          picker.open();
        }}
      />
      <button
        className="picker-button"
        type="button"
        tabIndex={-1}
        aria-label={t('transactions:picker.show')}
        aria-expanded={list.open}
        aria-controls={`${id}-list`}
        onClick={toggle}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 9 6 6 6-6" />
        </svg>
      </button>
      <PickerOptions id={`${id}-list`} label={label} picker={picker} chosen={chosen} />
      <p className={picker.unknown ? 'hint' : 'visually-hidden'} aria-live="polite">
        {picker.unknown && t('transactions:picker.unknown', { name: picker.unknown })}
        {list.open && list.typed?.trim() && t('transactions:picker.found', { count: found })}
      </p>
    </div>
  );
}

// A touch outside does not move the focus in browsers where buttons never get it.
function useOutsideTouch(place: { current: HTMLElement | null }, open: boolean, settle: () => void): void {
  const touch = useEffectEvent((event: Event) => {
    if (!place.current?.contains(event.target as Node)) settle();
  });
  useEffect(() => {
    if (!open) return;
    const listen = (event: Event) => touch(event);
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [open]);
}

interface OptionsProperties {
  id: string;
  label: string;
  picker: ReturnType<typeof usePickerList>;
  chosen: CategoryChoice | undefined;
}

// The list below the field; the focus stays in the field, which references the active option.
function PickerOptions({ id, label, picker, chosen }: OptionsProperties) {
  const { list, options, active, optionId } = picker;
  return (
    <div
      className="picker-list"
      role="listbox"
      id={id}
      aria-label={label}
      tabIndex={-1}
      hidden={!list.open}
      // The field has the focus while an option is pressed.
      onMouseDown={(event) => event.preventDefault()}
    >
      {list.open &&
        options.map((option, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
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
  const t = useTranslate();
  if (option.kind === 'none') return <span className="muted">{t('transactions:picker.none')}</span>;
  if (option.kind === 'create')
    return <strong>{t('transactions:picker.create', { name: option.name })}</strong>;
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

/** A category's icon on a disc of its colour; for use beside its name. */
export function CategoryMark({ icon, color }: Pick<CategoryChoice, 'icon' | 'color'>) {
  return (
    <svg className="category-icon" viewBox="0 0 40 40" color={color} aria-hidden="true">
      <circle cx="20" cy="20" r="20" />
      <use
        href={iconHref(isCategoryIcon(icon) ? icon : DEFAULT_CATEGORY_ICON)}
        x="10"
        y="10"
        width="20"
        height="20"
      />
    </svg>
  );
}
