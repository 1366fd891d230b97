import { isDate } from '../../../domain/calendar.ts';
import { type DateWriter, readDateField } from '../../../domain/transactions/quick-entry/date-text.ts';
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
  const native = element('input', { type: 'date', min, max, tabIndex: -1 });
  // The calendar opens beside it.
  native.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;opacity:0;pointer-events:none';
  native.ariaHidden = 'true';
  const ariaLabel = `${calendar}: ${field.labels?.[0]?.firstChild?.textContent?.trim()}`;
  const button = element('button', { type: 'button', className: 'picker-button', ariaLabel });
  button.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${sprite}#calendar-days"></use></svg>`;
  button.onclick = () => {
    // Like the browser's calendar, this takes the day from the browser's time zone.
    const writer = {
      today: new Date().toLocaleDateString('sv'),
      date_format: format as DateWriter['date_format'],
    };
    const read = readDateField(field.value, writer);
    native.value = isDate(read) ? read : '';
    native.showPicker();
  };
  native.onchange = () => {
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
  return date && format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}
