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
  takeFirst: RefObject<(() => void) | undefined>;
  onChoose: (id: string) => void;
  onCreate: (name: string) => void;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** Finds a category by any part of its name: an editable combobox with a list. */
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
  const element = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // Uncontrolled, so that rendering other parts of the form never undoes typing.
  useLayoutEffect(() => {
    if (list.typed === null && input.current) input.current.value = chosen?.name ?? '';
  }, [list.typed, chosen?.name]);
  useOutsideTouch(element, list.open, picker.settle);

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
    // Enter would send the form without the category suggested below the field.
    event.preventDefault();
    takeFirst.current();
  };
  const matchCount = options.filter(({ kind }) => kind === 'category').length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes that the focus has left its parts.
    <div className="picker" ref={element} onBlur={leave}>
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
      <PickerOptions id={`${id}-list`} label={label} picker={picker} />
      <p className={picker.unknown ? 'hint' : 'visually-hidden'} aria-live="polite">
        {picker.unknown && t('transactions:picker.unknown', { name: picker.unknown })}
        {list.open && list.typed?.trim() && t('transactions:picker.found', { count: matchCount })}
      </p>
    </div>
  );
}

// In some browsers buttons never get the focus, so a touch outside does not move it.
function useOutsideTouch(element: { current: HTMLElement | null }, open: boolean, settle: () => void): void {
  const touch = useEffectEvent((event: Event) => {
    if (!element.current?.contains(event.target as Node)) settle();
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
}

// The focus stays in the field, which references the active option.
function PickerOptions({ id, label, picker }: OptionsProperties) {
  const { list, options, active, optionId, placeOfChosen } = picker;
  return (
    <div
      className="picker-list"
      role="listbox"
      id={id}
      aria-label={label}
      tabIndex={-1}
      hidden={!list.open}
      // Keeps the focus in the field while an option is pressed.
      onMouseDown={(event) => event.preventDefault()}
    >
      {list.open &&
        options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys.
          <div
            className="picker-option"
            role="option"
            tabIndex={-1}
            id={optionId(index)}
            aria-selected={optionId(index) === active}
            data-chosen={index === placeOfChosen || undefined}
            onClick={() => picker.take(option)}
            key={option.kind === 'category' ? option.category.id : option.kind}
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

function CategoryMark({ icon, color }: Pick<CategoryChoice, 'icon' | 'color'>) {
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
