import { isDate } from '../../../domain/calendar.ts';
import type { DateWriter } from '../../../domain/transactions/quick-entry/moment-text.ts';
import sprite from '../../../ui/icons/sprite.svg?url';
import more from '../../../ui/icons/sprite-more.svg?url';
import { element } from '../page/element.ts';

let reader: typeof import('../../../domain/transactions/quick-entry/moment-text.ts') | undefined;

/** Loads what reads words, before something is typed. If that fails, what was typed stays. */
const loadReader = () =>
  import('../../../domain/transactions/quick-entry/moment-text.ts').then(
    (loaded) => {
      reader = loaded;
    },
    () => undefined,
  );

/**
 * Rewrites date and time fields in the person's format when they are left, and shows their buttons that open the
 * browser's own picker, where it lets scripts open it.
 */
export function showPickers(): void {
  if (!('showPicker' in HTMLInputElement.prototype)) return;
  for (const place of document.querySelectorAll<HTMLElement>('[data-picker]:empty')) showPicker(place);
}

function showPicker(place: HTMLElement): void {
  const field = place.previousElementSibling;
  const { picker = '', format = '', zone, min = '', max = '' } = place.dataset;
  if (!(field instanceof HTMLInputElement)) return;
  const isTime = format.endsWith('h');
  const read = () => {
    const value = isTime ? reader?.readTimeField(field.value) : readDay(field.value, format, zone);
    return value && (isDate(value) || isClock(value)) ? value : '';
  };
  const write = (value: string) => {
    // Not by its value, which React would take for one of its own.
    field.setRangeText(textOf(value, format), 0, field.value.length, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const rewrite = () => {
    const value = read();
    if (value && textOf(value, format) !== field.value) write(value);
  };
  const native = element('input', { type: isTime ? 'time' : 'date', min, max, tabIndex: -1 });
  // The picker opens beside it.
  native.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;opacity:0;pointer-events:none';
  native.ariaHidden = 'true';
  const name = field.labels?.[0]?.firstChild?.textContent?.trim() ?? field.ariaLabel;
  const ariaLabel = `${picker}: ${name}`;
  const button = element('button', { type: 'button', className: 'picker-button', ariaLabel });
  const icon = isTime ? `${more}#clock` : `${sprite}#calendar-days`;
  button.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="${icon}"></use></svg>`;
  button.onclick = async () => {
    await loadReader();
    native.value = read();
    native.showPicker();
  };
  native.onchange = () => {
    write(native.value);
    field.focus();
  };
  field.addEventListener('focus', loadReader, { once: true });
  field.addEventListener('blur', async () => {
    if (!reader && field.value !== field.defaultValue) await loadReader();
    if (document.activeElement !== field) rewrite();
  });
  // Before the form's own scripts, which read only the person's format: on some phones a pressed button leaves no field.
  field.form?.addEventListener('submit', rewrite, true);
  // A finger cannot easily go before or behind the text that it is to replace.
  if (matchMedia('(pointer:coarse)').matches)
    field.addEventListener('focus', () =>
      field.addEventListener('click', () => field.select(), { once: true }),
    );
  place.append(button, native);
}

const isClock = (text: string) => /^\d\d:\d\d$/.test(text);

function readDay(text: string, format: string, timeZone: string | undefined): string | undefined {
  const today = new Date().toLocaleDateString('sv', { timeZone });
  return reader?.readDateField(text, { today, date_format: format as DateWriter['date_format'] });
}

// The module of all formats is much larger.
function textOf(value: string, format: string): string {
  if (format === '24h') return value;
  if (isClock(value)) {
    const hour = Number(value.slice(0, 2));
    return `${hour % 12 || 12}${value.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
  }
  const [year = '', month = '', day = ''] = value.split('-');
  return value && format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}
