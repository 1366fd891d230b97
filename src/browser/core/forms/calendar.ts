import sprite from '../../../ui/icons/sprite.svg?url';
import { element } from '../page/element.ts';

/** Shows the buttons of date fields that open the browser's own calendar, where it lets scripts open it. */
export function showCalendars(): void {
  if (!('showPicker' in HTMLInputElement.prototype)) return;
  for (const place of document.querySelectorAll<HTMLElement>('[data-calendar]:empty')) showCalendar(place);
}

function showCalendar(place: HTMLElement): void {
  const field = place.previousElementSibling;
  const { calendar = '', format = '', min = '', max = '' } = place.dataset;
  if (!(field instanceof HTMLInputElement)) return;
  const native = element('input', { type: 'date', min, max, className: 'visually-hidden', tabIndex: -1 });
  native.ariaHidden = 'true';
  const button = element('button', { type: 'button', className: 'picker-button', ariaLabel: calendar });
  button.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${sprite}#calendar-days"></use></svg>`;
  button.onclick = () => {
    native.value = isoOf(field.value, format);
    native.showPicker();
  };
  native.onchange = () => {
    if (!native.value) return;
    // Not by its value, which React would take for one of its own.
    field.setRangeText(textOf(native.value, format), 0, field.value.length, 'end');
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
    field.focus();
  };
  place.append(button, native);
}

// The module of all formats is much larger.
function textOf(date: string, format: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** Anything but a date leaves the calendar where it is. */
function isoOf(text: string, format: string): string {
  const numbers = text.split(/\D+/);
  const names = format.split(/\W/);
  return ['YYYY', 'MM', 'DD'].map((name) => numbers[names.indexOf(name)]).join('-');
}
